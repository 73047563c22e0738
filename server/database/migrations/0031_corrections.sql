-- What a member cannot change alone: one operator proposes the new e-mail address or the corrected PAN, another one
-- confirms it.
create table corrections (
  id int generated always as identity primary key,
  member_id int not null references members,
  -- What is replaced by what; its fields depend on its kind.
  change jsonb not null check (change ->> 'kind' in ('email', 'pan')),
  -- As the member reads it.
  reason text not null,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  proposed_by int not null references operators,
  proposed_at timestamptz not null,
  -- Null where nobody refused it: it expired, because the member made another change meanwhile.
  decided_by int references operators,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text,
  check ((status = 'P') = (decided_at is null)),
  check (status <> 'P' or decided_by is null),
  check ((status = 'R') = (refusal is not null)),
  -- Who proposed it may take it back, and never confirm it.
  check (status <> 'A' or (decided_by is not null and decided_by <> proposed_by))
);
-- A second proposal would let two operators confirm different ones.
create unique index corrections_open on corrections (member_id, (change ->> 'kind')) where status = 'P';
create index corrections_member on corrections (member_id, id desc);
grant select, insert, update (status, decided_by, decided_at, refusal) on corrections to fc_app;

-- A corrected PAN is a new version; the earlier ones stay, and the application still may not change any of them. The
-- version with the highest number counts. The member can enter the first one only.
alter table pan_records
  add column version int not null default 1,
  add column correction_id int unique references corrections,
  add check (version > 0),
  add check ((version = 1) = (correction_id is null)),
  drop constraint pan_records_pkey,
  add primary key (member_id, version),
  drop constraint pan_records_upload_id_key;
-- A correction keeps the picture; nobody else can use it.
create unique index pan_records_upload on pan_records (upload_id) where version = 1;

-- A new e-mail address waits for some time after a temporary password was used.
create index member_events_temporary_password on member_events (member_id, happened_at)
  where kind = 'temporary-password-used';
