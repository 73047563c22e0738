-- The newest sealed entry at the moment of the balances. All entries up to it had ended by then. The snapshot alone does
-- not say so after a restore: older entries have the transaction numbers of another database.
alter table liabilities add column sealed_id bigint;
