-- revision 1
-- From now on the nonce of a payout is used to send nothing. Returns its withdrawal; null where it is too late.
create or replace function chain_give_up(of_payout int, operator int, at timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  withdrawal int;
begin
  perform chain_check_operator(operator);
  update chain_payouts set given_up_at = at, given_up_by = operator
  where id = of_payout and state in ('reserved', 'sent') and given_up_at is null
  returning withdrawal_id into withdrawal;
  return withdrawal;
end
$$;
revoke all on function chain_give_up(int, int, timestamptz) from public;
grant execute on function chain_give_up(int, int, timestamptz) to fc_app, fc_web;
