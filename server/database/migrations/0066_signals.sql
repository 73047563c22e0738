-- Fraud signals: what several members share, and what happens in an order that thieves prefer. Named rules find them
-- in the background, for the members about whom something is new; thresholds count when they are read.

-- Which members use one browser. The id in its cookie is replaced for each member (login.ts), so the ids that followed
-- each other in a browser have the name of the first one in common.
alter table known_devices
  add column browser bytea,
  add column first_used_at timestamptz;
update known_devices set browser = device_hash, first_used_at = last_used_at;
alter table known_devices alter column browser set not null, alter column first_used_at set not null;
create index known_devices_device on known_devices (device_hash);
create index known_devices_browser on known_devices (browser);

-- The neighbourhood of an internet address: a /24, or a /64. Empty for sessions from before.
alter table sessions add column block text not null default '';
update sessions set block = network(set_masklen(ip::inet, case family(ip::inet) when 4 then 24 else 64 end))::text
  where pg_input_is_valid(ip, 'inet');
create index sessions_block on sessions (block) where block <> '' and looking_operator_id is null;
create index sessions_browser on sessions ((block || ' ' || user_agent)) where block <> '' and looking_operator_id is null;
create index sessions_ip on sessions (ip text_pattern_ops) where looking_operator_id is null;
create index coin_addresses_address on coin_addresses (lower(address));
create index members_phone on members (phone) where phone <> '';

-- Members about whom something is new. Written in the transaction of the change, taken by the task.
create table signal_news (
  id bigint generated always as identity primary key,
  member_id int not null references members
);
-- Update, because the task locks what it takes.
grant select, insert, update, delete on signal_news to fc_app;
insert into signal_news (member_id) select id from members;

create table signals (
  id int generated always as identity primary key,
  rule text not null,
  -- What is shared, or what it is about: the same thing is one signal, however often it is found. Never shown.
  subject text not null,
  -- What the threshold of its rule counts: members, hours, registrations.
  strength int not null,
  -- How many facts there are. It only grows; more than were judged open the signal again.
  evidence int not null,
  -- What operators read of it besides the members; no KYC data.
  facts jsonb not null default '{}',
  found_at timestamptz not null,
  newest_at timestamptz not null,
  -- "Looks fine", as of this much evidence.
  judged_evidence int,
  unique (rule, subject)
);
create index signals_newest on signals (newest_at desc, id desc);
create index signals_rule_newest on signals (rule, newest_at desc, id desc);
grant select, insert, update on signals to fc_app;

create table signal_members (
  signal_id int not null references signals,
  member_id int not null references members,
  since timestamptz not null,
  primary key (signal_id, member_id)
);
create index signal_members_member on signal_members (member_id);
grant select, insert on signal_members to fc_app;

-- Who judged it, when and why. It only grows.
create table signal_judgements (
  id int generated always as identity primary key,
  signal_id int not null references signals,
  operator_id int not null references operators,
  evidence int not null,
  reason text not null,
  at timestamptz not null
);
create index signal_judgements_signal on signal_judgements (signal_id, id desc);
grant select, insert on signal_judgements to fc_app;

-- The points of a member's open signals, each rule once. No row is 0.
create table signal_scores (
  member_id int primary key references members,
  score int not null check (score > 0)
);
create index signal_scores_highest on signal_scores (score desc, member_id);
grant select, insert, update, delete on signal_scores to fc_app;

-- The thresholds that the scores were computed by: others make all of them to be computed again.
create table signal_thresholds (
  is_only boolean primary key default true check (is_only),
  thresholds jsonb not null
);
grant select, insert, update on signal_thresholds to fc_app;
