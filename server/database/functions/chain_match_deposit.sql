-- revision 1
-- A deposit pays for this request. It is given only while it is still held by the request that the operator saw, if any,
-- and never taken from one that is approved. The caller has locked both requests.
create or replace function chain_match_deposit(deposit int, request int, held_by int, operator int, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform chain_check_operator(operator);
  perform from staking_requests where id = request and status <> 'R';
  if not found then
    raise exception 'request % cannot get a deposit', request;
  end if;
  update chain_transfers transfer set request_id = request, matched_at = at, matched_by = operator,
    set_aside_at = null, set_aside_by = null, set_aside_reason = null
  where id = deposit and request_id is not distinct from held_by
    and exists (select from chain_scans own where own.chain_id = transfer.chain_id
      and own.contract = transfer.contract and own.address = transfer.to_address)
    and not exists (select from staking_requests holder where holder.id = request_id and holder.status = 'A');
  return found;
end
$$;
revoke all on function chain_match_deposit(int, int, int, int, timestamptz) from public;
grant execute on function chain_match_deposit(int, int, int, int, timestamptz) to fc_app, fc_web;
