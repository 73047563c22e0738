-- revision 1
-- Refuses a step that life_steps does not have, to everybody: a mistake in a statement cannot pay a decided request
-- again, or bring back one that is over. The trigger names the column of the state.
create or replace function life_check() returns trigger language plpgsql as $$
declare
  old_state text := to_jsonb(old) ->> tg_argv[0];
  new_state text := to_jsonb(new) ->> tg_argv[0];
begin
  perform from life_steps() where record = tg_table_name and before = old_state and after = new_state;
  if not found then
    raise exception '% of % cannot go from % to %', tg_argv[0], tg_table_name, old_state, new_state
      using errcode = 'check_violation', constraint = 'life_check';
  end if;
  return new;
end
$$;
revoke all on function life_check() from public;
