-- Spent by the change itself, as against replaced by a newer code: a repeated call can be told that it is done.
alter table otp_grants add column consumed_at timestamptz;

-- A code that arrives after it has expired helps nobody.
alter table mails add column expires_at timestamptz;

-- All nodes on one database must have the same SECRET_KEY; its fingerprint tells when one has not.
create table secret_key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
grant select, insert on secret_key_fingerprint to fc_app;

grant insert, update on business_settings to fc_app;
