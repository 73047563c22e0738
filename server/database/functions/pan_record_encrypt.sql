-- revision 2
-- Replaces how the number of a PAN record is stored, and nothing else: the application may not update the record.
-- pg_temp comes last, so that a temporary table of a caller with the name of ours is not used instead: its trigger would
-- run with the rights of the owner.
create or replace function pan_record_encrypt(of_member int, of_version int, encrypted bytea, found_by bytea)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update pan_records set pan_number = null, encrypted_number = encrypted, number_index = found_by
  where member_id = of_member and version = of_version;
end
$$;
revoke all on function pan_record_encrypt(int, int, bytea, bytea) from public;
grant execute on function pan_record_encrypt(int, int, bytea, bytea) to fc_app;
