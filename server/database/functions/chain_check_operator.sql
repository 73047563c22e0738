-- revision 1
-- Refuses who may not decide requests: what operators do with payouts and deposits is done in the name of one who may.
create or replace function chain_check_operator(operator int) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from operators where id = operator and status = 'active' and role in ('finance', 'admin');
  if not found then
    raise exception 'operator % may not decide this', operator;
  end if;
end
$$;
revoke all on function chain_check_operator(int) from public;
