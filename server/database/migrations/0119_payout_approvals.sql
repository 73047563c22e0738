-- What a signature names a payout by: random, so that no signature fits a later payout of the same withdrawal.
alter table chain_payouts add column payout_key uuid not null default gen_random_uuid();
create unique index chain_payouts_by_key on chain_payouts (payout_key);

-- Operators' passkeys for approving payouts. A key here has no force: the worker believes the file on its own machine.
create table approval_keys (
  id int generated always as identity primary key,
  operator_id int not null references operators,
  credential_id bytea not null unique,
  public_key bytea not null,
  transports text not null,
  added_at timestamptz not null
);
create index approval_keys_of_operator on approval_keys (operator_id);
grant select, insert on approval_keys to fc_app, fc_web;

-- Signatures over batches of payouts. Insert only; the worker verifies each before it signs itself.
create table payout_approvals (
  id int generated always as identity primary key,
  operator_id int not null references operators,
  text text not null,
  credential_id bytea not null,
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  created_at timestamptz not null
);
grant select, insert on payout_approvals to fc_app, fc_web;

-- Which signatures name a payout.
create table payout_approval_entries (
  payout_key uuid not null,
  approval_id int not null references payout_approvals,
  primary key (payout_key, approval_id)
);
grant select, insert on payout_approval_entries to fc_app, fc_web;

-- What the worker that signs says of itself, for the console and the alerts.
alter table chain_wallets
  add column signing_problem text,
  add column approvers_changed_at timestamptz;
grant update (signing_problem, approvers_changed_at) on chain_wallets to fc_app;
