-- revision 1
-- A deposit pays for no request. One that belongs to a request which is not rejected stays with it.
create or replace function chain_set_deposit_aside(deposit int, held_by int, operator int, because text, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform chain_check_operator(operator);
  update chain_transfers transfer set request_id = null, matched_at = null, matched_by = null,
    set_aside_at = at, set_aside_by = operator, set_aside_reason = because
  where id = deposit and request_id is not distinct from held_by and set_aside_at is null
    and not exists (select from staking_requests holder where holder.id = request_id and holder.status <> 'R');
  return found;
end
$$;
revoke all on function chain_set_deposit_aside(int, int, int, text, timestamptz) from public;
grant execute on function chain_set_deposit_aside(int, int, int, text, timestamptz) to fc_app, fc_web;
