-- revision 3
-- Stops all wallets of a chain: while one replaces another, both may pay. Returns whether one was not stopped before.
-- There is no function that lets them pay again: that is the worker's act. The moment is the database's own, so that two
-- pauses never have the same one and the worker notes each. It is read once, so that the wallets of one pause are let pay
-- again together; `at` is only there for the release before.
create or replace function chain_pause(on_chain int, operator int, because text, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  perform chain_check_operator(operator);
  update chain_wallets set paused_at = moment, paused_by = operator, pause_reason = because
  where chain_id = on_chain and paused_at is null;
  return found;
end
$$;
revoke all on function chain_pause(int, int, text, timestamptz) from public;
grant execute on function chain_pause(int, int, text, timestamptz) to fc_app, fc_web;
