-- revision 2
-- Replaces how the PAN of a correction is stored, and nothing else: the application may not update what it changes.
-- pg_temp comes last, so that a temporary table of a caller with the name of ours is not used instead: its trigger would
-- run with the rights of the owner.
create or replace function correction_encrypt(of_correction int, encrypted bytea)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update corrections set change = change - 'panNumber', encrypted_number = encrypted
  where id = of_correction and change ->> 'kind' = 'pan';
end
$$;
revoke all on function correction_encrypt(int, bytea) from public;
grant execute on function correction_encrypt(int, bytea) to fc_app;
