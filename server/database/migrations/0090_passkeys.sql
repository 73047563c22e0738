-- Passkeys (WebAuthn) of members. An ended one is deleted; that it was ended stays in member_events.
create table passkeys (
  id uuid primary key,
  member_id int not null references members,
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Random, the same for all passkeys of a member: by this an authenticator knows the account, and it says nothing.
  user_handle bytea not null,
  -- The authenticator's count of signatures; 0 for ever where it keeps none.
  counter bigint not null check (counter >= 0),
  -- How the browser reaches the authenticator, with commas between them.
  transports text not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id, added_at);
grant select, insert, update (counter, last_used_at), delete on passkeys to fc_app;

-- What a browser is to sign next to sign in, or to add a passkey. A row is deleted by its first use. A change is signed
-- with its own row of otp_grants instead.
create table passkey_challenges (
  -- The hash of what the browser has to show: its cookie at sign-in, else its session.
  holder bytea primary key,
  challenge bytea not null,
  -- Of the passkey that is added; null at sign-in.
  name text,
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
grant select, insert, update, delete on passkey_challenges to fc_app;

-- Whether the member chose to confirm changes by a passkey.
alter table members add column confirms_by_passkey boolean not null default false;

-- When a passkey signed this change. Such a grant has an empty code_hash, which no code fits, also in the release before.
alter table otp_grants add column passkey_at timestamptz;
