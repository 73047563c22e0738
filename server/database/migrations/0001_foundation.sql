-- The role the running application works as. It owns nothing: it can neither change the schema nor
-- grant itself anything, and gets, table by table, only what its code needs.
do $$
begin
  if not exists (select from pg_roles where rolname = 'fc_app') then
    create role fc_app nologin;
  end if;
exception
  -- Two databases of one cluster being migrated at once: the other was first.
  when duplicate_object or unique_violation then null;
end
$$;
grant fc_app to current_user;
grant usage on schema public to fc_app;

-- Work to be done outside the transaction that causes it, by any worker on this database.
create table jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  -- Two open jobs with the same key are one.
  dedupe_key text,
  run_at timestamptz not null,
  attempts int not null default 0,
  -- A worker that dies stops renewing its lease, and another takes the job over.
  leased_until timestamptz,
  leased_by uuid,
  last_error text,
  -- Set when it was tried too often; kept for an operator to see and retry.
  failed_at timestamptz,
  created_at timestamptz not null
);
create index jobs_due on jobs (run_at) where failed_at is null;
create unique index jobs_dedupe on jobs (task, dedupe_key) where failed_at is null and dedupe_key is not null;
grant select, insert, update, delete on jobs to fc_app;

-- When each repeating task last ran, so that several workers run it once.
create table schedules (
  task text primary key,
  next_run_at timestamptz not null
);
grant select, insert, update on schedules to fc_app;

-- Mails are written here in the transaction that causes them and sent afterwards.
create table mails (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
grant select, insert, update on mails to fc_app;

-- Counters of the rate limits. Unlogged: losing them in a crash costs nothing.
create unlogged table rate_limits (
  key text primary key,
  used int not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at on rate_limits (resets_at);
grant select, insert, update, delete on rate_limits to fc_app;

create table members (
  id int generated always as identity primary key,
  ref_id text not null unique check (ref_id = upper(ref_id)),
  name text not null,
  email text not null,
  -- None until the first password is chosen, and while a temporary one waits to be replaced.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'blocked')),
  joined_at timestamptz not null
);
grant select, insert, update on members to fc_app;

-- A password sent by mail: single use, short-lived, and random enough to need no slow hash.
create table temporary_passwords (
  id int generated always as identity primary key,
  member_id int not null references members,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index temporary_passwords_member on temporary_passwords (member_id);
grant select, insert, update, delete on temporary_passwords to fc_app;

create table sessions (
  id uuid primary key,
  member_id int not null references members,
  -- Both halves are needed: the token that scripts hold and the cookie that they cannot read.
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- The temporary password this session signed in with, until a new password was chosen.
  temporary_password_id int references temporary_passwords on delete set null,
  must_change_password boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_member on sessions (member_id) where revoked_at is null;
grant select, insert, update, delete on sessions to fc_app;

-- Browsers a member has signed in from. Guesses made elsewhere do not slow the owner down on these.
create table known_devices (
  member_id int not null references members,
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (member_id, device_hash)
);
grant select, insert, update, delete on known_devices to fc_app;

-- One row a code sent. It confirms one exact change, in one session, once.
create table otp_grants (
  id uuid primary key,
  member_id int not null references members,
  session_id uuid not null references sessions on delete cascade,
  purpose text not null,
  change_digest bytea not null,
  code_hash bytea not null,
  tries_left int not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  -- Consumed by the change, or replaced by a newer code for the same purpose.
  closed_at timestamptz
);
create index otp_grants_open on otp_grants (session_id) where closed_at is null;
create index otp_grants_member on otp_grants (member_id, created_at);
grant select, insert, update, delete on otp_grants to fc_app;

create table support_records (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- What was typed; member_id only when a signed-in member sent it.
  ref_id text not null,
  member_id int references members,
  number text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null
);
create index support_records_member on support_records (member_id) where member_id is not null;
grant select, insert on support_records to fc_app;

create table notices (
  id int generated always as identity primary key,
  -- None: for everybody.
  member_id int references members,
  message text not null,
  created_at timestamptz not null
);
create index notices_reader on notices (member_id, created_at desc);
grant select, insert on notices to fc_app;
