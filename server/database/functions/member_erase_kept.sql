-- revision 4
-- Erases what was kept of a closed account once its years are over: 'kyc' is what was decided about the PAN card, 'tax'
-- the PAN itself and which documents were accepted. It can run again. A caller's time that is still to come does not count.
--
-- The caller may be somebody who stole the application's login and wrote the closure: the years run from when the
-- database saw it (closure_note).
create or replace function member_erase_kept(of_member int, part text, as_of timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz;
begin
  select case part when 'kyc' then greatest(kyc_until, kyc_kept_until) when 'tax' then greatest(tax_until, tax_kept_until) end
  into until
  from closures join members on members.id = member_id
  where member_id = of_member and status = 'closed' and closed_at is not null;
  if until is null or until > least(as_of, now()) then
    raise exception 'what is kept of member % is kept longer', of_member;
  end if;

  delete from kyc_cases where member_id = of_member;
  if part = 'tax' then
    delete from pan_records where member_id = of_member;
    delete from corrections where member_id = of_member;
    delete from acceptances where member_id = of_member;
  end if;
end
$$;
revoke all on function member_erase_kept(int, text, timestamptz) from public;
grant execute on function member_erase_kept(int, text, timestamptz) to fc_app;
