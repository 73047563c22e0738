-- Equal for two requests of a member that do the same, such as the same amount to the same receiver: who requests it
-- again within minutes is asked whether it is meant twice. Null for what may be repeated without a question.
alter table idempotency_keys add column change_hash bytea;
grant update (change_hash) on idempotency_keys to fc_app;
-- Leaves the hash out, so that the update that stores it changes no index.
create index idempotency_keys_recent on idempotency_keys (member_id, created_at);

-- The client's key of the request that a code is for: what became of it is looked up by that.
alter table otp_grants add column request_key text check (length(request_key) <= 64);
