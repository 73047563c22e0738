-- What operators do all day: answer messages, write notices, set prices and settings.

-- A support message is open until it is answered or closed; writing it again opens another one.
alter table support_records
  add column status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  -- Since when an answer is owed: from the message on, or from when it was opened again.
  add column waiting_since timestamptz,
  add column assigned_to int references operators,
  -- Counts replies, closings and openings: whoever acts tells which one the page has seen.
  add column version int not null default 0;
update support_records set waiting_since = created_at;
alter table support_records alter column waiting_since set not null;
create index support_records_waiting on support_records (waiting_since) where status = 'open';
create index support_records_ref_id on support_records (ref_id);
create index support_records_email on support_records (lower(email));
grant update on support_records to fc_app;

-- Everything that was done about a message. It only grows.
create table support_events (
  id bigint generated always as identity primary key,
  record_id bigint not null references support_records,
  kind text not null check (kind in ('reply', 'note', 'close', 'reopen', 'take', 'leave')),
  operator_id int not null references operators,
  body text not null default '',
  -- Of a reply.
  sent_to text,
  at timestamptz not null
);
create index support_events_record on support_events (record_id, id);
grant select, insert on support_events to fc_app;

-- A notice is shown from a moment on, for ever or until another one, to all or to chosen members.
alter table notices
  add column audience text not null default 'all' check (audience in ('all', 'chosen')),
  add column starts_at timestamptz,
  add column ends_at timestamptz check (ends_at > starts_at),
  add column written_by int references operators,
  add column changed_at timestamptz,
  add column changed_by int references operators,
  add column withdrawn_at timestamptz,
  add column version int not null default 1;
update notices set starts_at = created_at, audience = case when member_id is null then 'all' else 'chosen' end;
alter table notices alter column starts_at set not null;
create table notice_readers (
  member_id int not null references members,
  notice_id int not null references notices,
  primary key (member_id, notice_id)
);
create index notice_readers_notice on notice_readers (notice_id);
insert into notice_readers select member_id, id from notices where member_id is not null;
drop index notices_reader;
alter table notices drop column member_id;
create index notices_for_all on notices (starts_at desc) where audience = 'all';
grant update on notices to fc_app;
grant select, insert, delete on notice_readers to fc_app;

-- Who set a price. One that is not in force yet can be withdrawn; afterwards it is history.
alter table prices
  add column created_by int references operators,
  add column withdrawn_at timestamptz check (withdrawn_at < effective_from),
  add column withdrawn_by int references operators;
alter table prices drop constraint prices_effective_from_key;
create unique index prices_effective_from on prices (effective_from) where withdrawn_at is null;
grant update (withdrawn_at, withdrawn_by) on prices to fc_app;

-- Settings by the group that the console shows them in; a group holds only what was ever set.
insert into business_settings (name, value)
  select 'registration', jsonb_object_agg(
    case name when 'membersPerEmail' then name else 'perAddressHour' end, value)
  from business_settings where name in ('membersPerEmail', 'registrationsPerAddressHour') having count(*) > 0;
insert into business_settings (name, value)
  select 'proofs', jsonb_build_object('imageQuality', value) from business_settings where name = 'proofImageQuality';
insert into business_settings (name, value)
  select 'transfer', jsonb_build_object('internalMinimumFc', value)
  from business_settings where name = 'internalTransferMinimumFc'
  on conflict (name) do update set value = business_settings.value || excluded.value;
delete from business_settings
  where name in ('membersPerEmail', 'registrationsPerAddressHour', 'proofImageQuality', 'internalTransferMinimumFc');

-- The history of a setting is what the operators' log tells of it.
create index operator_log_setting on operator_log ((details ->> 'setting'), id desc)
  where action = 'setting/change';
