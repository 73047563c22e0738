-- Coins that come in over the chain: what members name as their payment, what arrived, and whether the wallets hold what
-- the ledger says.

-- A member may name the transaction that paid for a request; the picture stays. Of the same transaction one request is
-- open or approved: one that was rejected leaves it to another.
alter table staking_requests
  add column chain_id int,
  add column tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  add column deposit_state text check (deposit_state in ('named', 'unseen', 'sent', 'block', 'arrived', 'failed',
    'no-transfer', 'other-receiver', 'too-little', 'taken')),
  -- When the chain was last asked, and when it is asked next; none once the answer cannot change any more.
  add column deposit_checked_at timestamptz,
  add column deposit_next_at timestamptz,
  -- Nobody approved it: the coins came from the member's own registered address.
  add column approved_itself boolean not null default false,
  add constraint staking_requests_deposit check (num_nulls(chain_id, tx_hash, deposit_state) in (0, 3));
create unique index staking_requests_transaction on staking_requests (chain_id, tx_hash)
  where tx_hash is not null and status <> 'R';
create index staking_requests_deposit_next on staking_requests (deposit_next_at) where deposit_next_at is not null;

-- The wallets that are watched. What was there at the first look is the opening; every unit after it is explained.
create table chain_scans (
  chain_id int not null,
  contract text not null,
  address text not null,
  opening_block bigint not null,
  opening_units numeric(78, 0) not null,
  -- The last final block whose transfers are all in chain_transfers.
  scanned_to bigint not null,
  scanned_at timestamptz not null,
  primary key (chain_id, contract, address)
);
grant select, insert, update on chain_scans to fc_app;

-- Final transfers of the coin from or to a wallet of ours, as a majority of the endpoints told them. The fact never
-- changes; what operators decide about a deposit does.
create table chain_transfers (
  id int generated always as identity primary key,
  chain_id int not null,
  contract text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index int not null,
  from_address text not null,
  to_address text not null,
  -- In the smallest unit of the contract, and the whole 1/10,000 FC of it.
  units numeric(78, 0) not null check (units >= 0),
  amount_fc bigint not null,
  block_number bigint not null,
  block_time timestamptz not null,
  found_at timestamptz not null,
  -- The request that it pays for; who matched it, where a person did.
  request_id int references staking_requests,
  matched_at timestamptz,
  matched_by int references operators,
  -- Not to be matched with a request, and why.
  set_aside_at timestamptz,
  set_aside_by int references operators,
  set_aside_reason text,
  unique (chain_id, tx_hash, log_index),
  check ((request_id is null) = (matched_at is null)),
  check (num_nulls(set_aside_at, set_aside_by, set_aside_reason) in (0, 3)),
  check (request_id is null or set_aside_at is null)
);
create index chain_transfers_to on chain_transfers (chain_id, contract, to_address, block_number);
create index chain_transfers_from on chain_transfers (chain_id, contract, from_address, block_number);
create index chain_transfers_request on chain_transfers (request_id) where request_id is not null;
create index chain_transfers_time on chain_transfers (block_time, id);
create index chain_transfers_amount on chain_transfers (amount_fc, id);
grant select, insert on chain_transfers to fc_app;
grant update (request_id, matched_at, matched_by, set_aside_at, set_aside_by, set_aside_reason) on chain_transfers to fc_app;

-- Each comparison of the wallets with the ledger. It only grows.
create table chain_comparisons (
  id int generated always as identity primary key,
  chain_id int not null,
  contract text not null,
  at timestamptz not null,
  -- The operator who wanted it; none each hour.
  asked_by int references operators,
  -- Why nothing could be compared.
  problem text,
  wallets jsonb not null
);
grant select, insert on chain_comparisons to fc_app;
