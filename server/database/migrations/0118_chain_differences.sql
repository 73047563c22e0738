-- In which history of the database a wallet was last compared with the chain. A failover or a restore begins another
-- one, in which the newest payments may be missing.
alter table chain_wallets add column timeline text;
grant update (timeline) on chain_wallets to fc_app;

-- What the chain has and no withdrawal explains, once somebody has looked at it. Insert only.
create table chain_accepted_differences (
  chain_id int not null,
  address text not null,
  -- The transaction's; of a nonce without a transfer, a hash of chain, wallet and nonce.
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  text text not null,
  accepted_at timestamptz not null,
  primary key (chain_id, address, hash),
  foreign key (chain_id, address) references chain_wallets
);
grant select, insert on chain_accepted_differences to fc_app;
