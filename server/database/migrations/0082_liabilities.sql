-- What is owed to all members, published once a day as the root of a sum tree (docs/trust.md).

-- Root and totals are an entry of the ledger that moves nothing, so that the seal chain covers them.
alter type ledger_kind add value 'liabilities';

-- A list of leaves in the file store. It is written before its files, so that those of a build that was interrupted are
-- found and removed; and removed with its files when it has become old.
create table liability_lists (
  id uuid primary key,
  day date not null,
  -- Encrypted: by it nonces, places and the split of each member are made again.
  secret bytea not null,
  leaves int not null check (leaves > 0),
  -- The tree's nodes over each part of the list, 48 bytes each; none until all parts are written.
  part_nodes bytea,
  begun_at timestamptz not null
);
grant select, insert, delete, update (secret, part_nodes) on liability_lists to fc_app;

create table liabilities (
  day date primary key,
  taken_at timestamptz not null,
  -- Which transactions the balances were read after, so that a member's lines of that moment can be found exactly.
  snapshot pg_snapshot not null,
  list_id uuid not null,
  root bytea not null check (octet_length(root) = 32),
  leaves int not null check (leaves > 0),
  owed_fc bigint not null check (owed_fc >= 0),
  locked_fc bigint not null check (locked_fc >= 0),
  entry_id bigint not null unique
);
grant select, insert on liabilities to fc_app;
create trigger ledger_immutable before update or delete or truncate on liabilities
  for each statement execute function ledger_refuse();
