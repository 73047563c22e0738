-- The keys that this database was used with. SECRET_KEY can be replaced; what an earlier key made is still verified, so
-- each of them stays here, encrypted with the one in use.
create table secret_keys (
  -- Names the key wherever something was made with it; it tells nothing about the key.
  id text primary key,
  began_at timestamptz not null,
  replaced_at timestamptz,
  wrapped bytea,
  check ((replaced_at is null) = (wrapped is null))
);
create unique index secret_keys_in_use on secret_keys ((true)) where replaced_at is null;
grant select on secret_keys to fc_app;
insert into secret_keys (id, began_at)
select encode(substring(fingerprint for 8), 'hex'), now() from secret_key_fingerprint;
drop table secret_key_fingerprint;

-- Each seal names its key. A constant default changes no row, which the ledger's guard would refuse.
do $$
begin
  execute format(
    'alter table ledger_seals add column key_id text not null default %L',
    (select coalesce(max(id), '') from secret_keys));
end $$;
alter table ledger_seals alter column key_id drop default;

-- What is encrypted begins with the id of its key.
update authenticators set secret = (select decode(id, 'hex') from secret_keys) || secret;
update authenticator_enrolments set secret = (select decode(id, 'hex') from secret_keys) || secret;
grant update (secret) on authenticators to fc_app;
