-- revision 2
-- Reads balances that a decision depends on, and locks them until the transaction ends: in id order, as everywhere. The
-- application cannot lock the rows itself, because that takes the right to update them.
create or replace function ledger_lock(ids bigint[]) returns table (account_id bigint, account_balance bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, balance from ledger_accounts where id = any (ids) order by id for no key update
$$;
revoke all on function ledger_lock from public;
grant execute on function ledger_lock to fc_app, fc_web;
