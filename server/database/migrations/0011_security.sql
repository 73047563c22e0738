-- Authenticator apps (TOTP), of members and of operators. The secret is encrypted with the server's key.
create table authenticators (
  owner_kind text not null check (owner_kind in ('member', 'operator')),
  owner_id int not null,
  secret bytea not null,
  turned_on_at timestamptz not null,
  -- The newest period of 30 seconds whose code was accepted: no code counts twice, nor an older one after it.
  last_step bigint not null,
  primary key (owner_kind, owner_id)
);
grant select, insert, update (last_step), delete on authenticators to fc_app;

-- A secret that is being set up: shown to the session that asked for it, until its first code is entered.
create table authenticator_enrolments (
  owner_kind text not null check (owner_kind in ('member', 'operator')),
  owner_id int not null,
  session_id uuid not null,
  secret bytea not null,
  expires_at timestamptz not null,
  primary key (owner_kind, owner_id)
);
grant select, insert, update, delete on authenticator_enrolments to fc_app;

-- In place of the app, once each, for whoever has lost the phone.
create table recovery_codes (
  owner_kind text not null,
  owner_id int not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (owner_kind, owner_id, code_hash),
  foreign key (owner_kind, owner_id) references authenticators on delete cascade
);
grant select, insert, update (used_at), delete on recovery_codes to fc_app;

-- When the authenticator's code was accepted for this very change, beside the mailed one.
alter table otp_grants add column authenticator_at timestamptz;

-- What a member should recognise as their own doing. Append only, written in the transaction of the change.
create table member_events (
  id bigint generated always as identity primary key,
  member_id int not null references members,
  kind text not null,
  -- What in particular, as the member is shown it: an amount, the device that was signed out.
  detail text not null,
  ip text not null,
  user_agent text not null,
  happened_at timestamptz not null
);
create index member_events_member on member_events (member_id, id desc);
grant select, insert on member_events to fc_app;
