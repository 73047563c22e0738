-- What the portal tells a member: one feed with unread marks, choices by topic and channel, and Web Push. Rewards of a
-- day, notices and sensitive changes are in the feed too, read from where they already are (decision 0034).

-- News of one thing for one member, as a kind and its figures: the words are made when it is read.
create table notifications (
  id bigint generated always as identity primary key,
  member_id int not null references members,
  kind text not null,
  -- Which thing it tells of: the id of a request, the key of an entry. So a job that runs twice tells it once.
  about text not null,
  data jsonb not null,
  happened_at timestamptz not null,
  unique (member_id, kind, about)
);
create index notifications_member on notifications (member_id, happened_at desc);
grant select, insert, delete on notifications to fc_app;

-- The feed leaves out what the member did with money, and so does this index: see feedLeavesOut in the contract.
create index member_events_feed on member_events (member_id, happened_at desc) where kind not in
  ('withdrawal-requested', 'withdrawal-cancelled', 'internal-transfer', 'transfer', 'staking-topup', 'staking-cancelled');

-- Everything up to this moment is read, and beyond it what was read one by one.
create table notification_marks (
  member_id int primary key references members,
  read_until timestamptz not null
);
create table notification_reads (
  member_id int not null references members,
  item text not null,
  happened_at timestamptz not null,
  primary key (member_id, item)
);
grant select, insert, update on notification_marks to fc_app;
grant select, insert, delete on notification_reads to fc_app;
-- The feed is new: nobody begins with a hundred unread lines about what they have long known.
insert into notification_marks select id, now() from members;

-- Only what differs from the product's defaults.
create table notification_choices (
  member_id int not null references members,
  topic text not null,
  channel text not null check (channel in ('app', 'mail', 'push')),
  is_on boolean not null,
  primary key (member_id, topic, channel)
);
grant select, insert, update on notification_choices to fc_app;
-- A closing asks who wants to be told of it.
create index notification_choices_push on notification_choices (topic) where channel = 'push' and is_on;

-- A browser that agreed to be told, as long as its session is not ended.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  member_id int not null references members,
  -- Where the browser's maker takes messages for it. Whoever knows it can only deliver what our key has signed.
  endpoint text not null,
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null
);
create index push_subscriptions_member on push_subscriptions (member_id);
grant select, insert, update, delete on push_subscriptions to fc_app;

-- The key pair that signs push messages, made at the first start; the private one is encrypted.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null
);
grant select, insert, update (private_key) on push_keys to fc_app;

-- When its readers' browsers were told of a notice.
alter table notices add column pushed_at timestamptz;
update notices set pushed_at = now() where starts_at <= now();
