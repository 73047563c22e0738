-- What the pool held when our wallets were compared, so that both can be shown as of one moment. Null in earlier ones.
alter table chain_comparisons add column pool_fc bigint;
