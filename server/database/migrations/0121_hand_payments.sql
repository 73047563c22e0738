-- Withdrawals that operators paid by hand, and what the chain says of each. A trigger notes them as they are accepted
-- (hand_payment_note), so that nothing which answers requests can leave one out, and the worker looks them up.
create table hand_payments (
  withdrawal_id int primary key references withdrawals,
  transaction_id text,
  -- By the database's clock.
  noted_at timestamptz not null,
  -- Null as long as nobody has looked, as where no chain is connected.
  state text check (state in ('unseen', 'sent', 'block', 'found', 'failed', 'no-transfer', 'other-receiver', 'other-amount')),
  looked_since timestamptz,
  -- When it is looked up again; null where nothing can change any more.
  next_at timestamptz,
  check ((state is null) = (looked_since is null))
);
create index hand_payments_due on hand_payments (next_at) where next_at is not null;
create index hand_payments_not_found on hand_payments (looked_since) where state <> 'found';
grant select, update on hand_payments to fc_app;
grant select on hand_payments to fc_web;
