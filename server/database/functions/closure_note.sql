-- revision 2
-- Writes when the database itself saw that an account is to be closed, and that it was closed: the waiting time and the
-- years run from there. An hour is left, because the node that computed the same may have a clock that is a little ahead.
--
-- The caller may change the setting, write the closure and put the setting back in one transaction. So the least values
-- that the console accepts hold here as well.
create or replace function closure_note() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  set_values jsonb := coalesce((select value from business_settings where name = 'closure'), '{}');
begin
  if tg_op = 'INSERT' then
    new.waits_until := now() - interval '1 hour' + make_interval(days => greatest(coalesce((set_values ->> 'waitingDays')::int, 14), 1));
  end if;
  if new.kyc_until is not null and (tg_op = 'INSERT' or old.kyc_until is null) then
    new.kyc_kept_until := now() - interval '1 hour' + make_interval(years => greatest(coalesce((set_values ->> 'kycYears')::int, 5), 0));
  end if;
  if new.tax_until is not null and (tg_op = 'INSERT' or old.tax_until is null) then
    new.tax_kept_until := now() - interval '1 hour' + make_interval(years => greatest(coalesce((set_values ->> 'taxYears')::int, 8), 0));
  end if;
  return new;
end
$$;
revoke all on function closure_note() from public;
create or replace trigger closure_note before insert or update of kyc_until, tax_until on closures
for each row execute function closure_note();
