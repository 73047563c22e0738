-- revision 1
-- Takes a payout back that has no nonce yet: nothing was signed. Returns whether it was still so.
create or replace function chain_take_back(of_payout int, operator int, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform chain_check_operator(operator);
  update chain_payouts set state = 'taken-back', outcome = 'taken-back', settled_at = at, wait_reason = null
  where id = of_payout and state = 'waiting';
  if not found then
    return false;
  end if;
  perform chain_return_to_queue(of_payout);
  return true;
end
$$;
revoke all on function chain_take_back(int, int, timestamptz) from public;
grant execute on function chain_take_back(int, int, timestamptz) to fc_app, fc_web;
