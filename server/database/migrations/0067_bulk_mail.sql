-- Mails to many members: news, which members unsubscribe from, and service, which they do not.
create table bulk_mails (
  id int generated always as identity primary key,
  kind text not null check (kind in ('news', 'service')),
  -- Why it is service.
  service_reason text not null,
  state text not null default 'draft' check (state in ('draft', 'sending', 'paused', 'cancelled', 'done')),
  -- The filters of the search for members.
  filter jsonb not null,
  -- In each language.
  subject jsonb not null,
  text jsonb not null,
  written_by int not null references operators,
  created_at timestamptz not null,
  changed_by int not null references operators,
  changed_at timestamptz not null,
  version int not null default 1,
  sent_by int references operators,
  sent_at timestamptz,
  finished_at timestamptz,
  -- The set is fixed when it is sent: members up to this one. It is written down in batches, up to the second one.
  up_to_member int,
  collected_to_member int not null default 0,
  -- When mails of it were queued last: those that are sent at the same time take turns.
  fed_at timestamptz,
  -- When the result of each mail was forgotten; the totals stay.
  forgotten_at timestamptz,
  -- How many recipients there are of each result, so that nobody has to count a million rows.
  waiting int not null default 0,
  queued int not null default 0,
  sent int not null default 0,
  failed int not null default 0,
  bounced int not null default 0,
  skipped int not null default 0,
  unsubscribed int not null default 0
);
grant select, insert, update on bulk_mails to fc_app;
create index bulk_mails_running on bulk_mails (id) where state in ('sending', 'paused') or queued > 0;

-- Whom a bulk mail goes to, and what became of it. The mail itself is a row of `mails` from when it is queued.
create table bulk_mail_recipients (
  bulk_mail_id int not null references bulk_mails,
  member_id int not null references members,
  result text not null check (result in ('waiting', 'queued', 'sent', 'failed', 'bounced', 'skipped')),
  -- Why it was left out, or what the mail server answered.
  reason text,
  at timestamptz,
  -- Not a reference: mails are forgotten first.
  mail_id bigint,
  unsubscribed_at timestamptz,
  primary key (bulk_mail_id, member_id)
);
grant select, insert, update, delete on bulk_mail_recipients to fc_app;
create index bulk_mail_recipients_waiting on bulk_mail_recipients (bulk_mail_id, member_id) where result = 'waiting';
create index bulk_mail_recipients_queued on bulk_mail_recipients (mail_id) where result = 'queued';
create index bulk_mail_recipients_mail on bulk_mail_recipients (mail_id) where mail_id is not null;
-- The few that did not get it are looked up among the many that did.
create index bulk_mail_recipients_others on bulk_mail_recipients (bulk_mail_id, result, member_id) where result <> 'sent';

-- From when on the next mail of the lane may leave: all nodes keep one pace.
create table bulk_mail_pace (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);
insert into bulk_mail_pace (next_at) values ('2000-01-01');
grant select, update on bulk_mail_pace to fc_app;

-- Who unsubscribed from news is asked for every set.
create index notification_choices_no_news on notification_choices (member_id)
  where topic = 'news' and channel = 'mail' and not is_on;
