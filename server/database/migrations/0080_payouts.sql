-- Payouts over the chain. What a payout is about, its nonce and the signed bytes never change once they are written: the
-- application has no right to. So a withdrawal that was paid cannot be made to look as if it was not.

create table chain_wallets (
  chain_id int not null,
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  -- The next number to give. Each one is also a row of chain_nonces, which exists once.
  next_nonce bigint not null check (next_nonce >= 0),
  -- No payment of ours is in a block before this one.
  first_block bigint not null check (first_block >= 0),
  created_at timestamptz not null,
  -- An operator stopped it.
  paused_at timestamptz,
  paused_by int references operators,
  pause_reason text,
  -- It stopped itself, because the chain knows more of it than these tables.
  halted_at timestamptz,
  halt_reason text,
  -- What it held when it was last looked at, at a final block.
  coin_units numeric(78, 0),
  gas_wei numeric(78, 0),
  looked_at timestamptz,
  primary key (chain_id, address),
  check ((paused_at is null) = (paused_by is null) and (paused_at is null) = (pause_reason is null)),
  check ((halted_at is null) = (halt_reason is null))
);
grant select, insert on chain_wallets to fc_app;
grant update (next_nonce, paused_at, paused_by, pause_reason, halted_at, halt_reason, coin_units, gas_wei, looked_at)
  on chain_wallets to fc_app;

create table chain_payouts (
  id int generated always as identity primary key,
  withdrawal_id int not null references withdrawals,
  chain_id int not null,
  to_address text not null check (to_address ~ '^0x[0-9a-fA-F]{40}$'),
  -- What is sent, after fee, tax and deduction; the same in the contract's smallest units.
  amount_fc bigint not null check (amount_fc > 0),
  deduction_fc bigint not null check (deduction_fc >= 0),
  units numeric(78, 0) not null check (units > 0),
  -- Stands behind the transfer's data on the chain, so that a restored backup knows its own payments.
  mark text not null check (mark ~ '^0x[0-9a-f]{64}$'),
  -- Nobody where it was found on the chain after a restore.
  handed_by int references operators,
  handed_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'reserved', 'sent', 'in-block', 'paid', 'failed', 'taken-back')),
  -- Why it has no nonce yet.
  wait_reason text,
  wallet text,
  gas bigint check (gas > 0),
  reserved_at timestamptz,
  sent_at timestamptz,
  block_at timestamptz,
  block_number bigint,
  given_up_at timestamptz,
  given_up_by int references operators,
  settled_at timestamptz,
  outcome text check (outcome in ('paid', 'reverted', 'given-up', 'displaced', 'taken-back')),
  transaction_id text,
  fee_wei bigint,
  foreign key (chain_id, wallet) references chain_wallets,
  check ((state in ('waiting', 'taken-back')) = (wallet is null)),
  check ((state in ('paid', 'failed', 'taken-back')) = (settled_at is not null)),
  check ((settled_at is null) = (outcome is null)),
  check ((state = 'paid') = (outcome is not distinct from 'paid')),
  check (state <> 'paid' or transaction_id is not null)
);
-- A withdrawal gets another payout only after the one before has failed for good.
create unique index chain_payouts_once on chain_payouts (withdrawal_id) where state not in ('failed', 'taken-back');
create index chain_payouts_of_withdrawal on chain_payouts (withdrawal_id, id);
create index chain_payouts_open on chain_payouts (id) where settled_at is null;
create index chain_payouts_reserved on chain_payouts (chain_id, wallet, reserved_at);
grant select, insert on chain_payouts to fc_app;
grant update (state, wait_reason, wallet, gas, reserved_at, sent_at, block_at, block_number, given_up_at, given_up_by,
  settled_at, outcome, transaction_id, fee_wei) on chain_payouts to fc_app;

-- Insert only: a nonce is given once, and a payout has at most one.
create table chain_nonces (
  chain_id int not null,
  address text not null,
  nonce bigint not null check (nonce >= 0),
  payout_id int unique references chain_payouts,
  -- Of a transaction that is not of a payout here, found after a restore.
  hash text,
  given_at timestamptz not null,
  primary key (chain_id, address, nonce),
  foreign key (chain_id, address) references chain_wallets
);
grant select, insert on chain_nonces to fc_app;

-- Signed transactions that use a payout's nonce. At most one of them ever gets into a block.
create table chain_attempts (
  id int generated always as identity primary key,
  payout_id int not null references chain_payouts,
  number int not null check (number > 0),
  -- A give-up uses the nonce to send nothing to the wallet itself.
  kind text not null check (kind in ('payment', 'give-up')),
  hash text not null unique check (hash ~ '^0x[0-9a-f]{64}$'),
  -- Missing where it was found on the chain after a restore.
  bytes text,
  max_fee_per_gas bigint,
  max_priority_fee_per_gas bigint,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  times_sent int not null default 0,
  -- What the endpoints said when they refused it last.
  refusal text,
  unique (payout_id, number)
);
grant select, insert on chain_attempts to fc_app;
grant update (last_sent_at, times_sent, refusal) on chain_attempts to fc_app;

-- What a payout took of its member's deductions, to give it back if it fails.
create table chain_payout_deductions (
  payout_id int not null references chain_payouts,
  deduction_id int not null references deductions,
  part_fc bigint not null check (part_fc > 0),
  primary key (payout_id, deduction_id)
);
grant select, insert on chain_payout_deductions to fc_app;

-- The hot wallet pays it. Then no person does, nobody rejects it and its member cannot take it back.
alter table withdrawals
  add column is_handed_over boolean not null default false,
  add constraint withdrawals_paid_by_one check (not is_handed_over or (paying_by is null and paying_since is not null and status <> 'R'));
