-- Keys of requests are kept for a month and then forgotten, a batch at a time.
grant delete on idempotency_keys to fc_app;
create index idempotency_keys_created on idempotency_keys (created_at);
