-- A registration is known by the key that its browser made for it, so that two of one browser do not mix.
-- Null for those from before, which have completed by themselves.
alter table registrations add column key text unique;
-- One browser has one secret for all of its registrations.
alter table registrations drop constraint registrations_secret_hash_key;

-- Whoever is not a member yet has keys as well: theirs have no member.
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys alter column member_id drop not null;
alter table idempotency_keys add unique nulls not distinct (member_id, key);
