-- revision 1
-- Until when the rest of a closed account is kept is written when it is closed, and never brought forward: who stole the
-- application's login could otherwise erase it at once.
create or replace function closure_keep() returns trigger language plpgsql as $$
begin
  if coalesce(new.kyc_until < old.kyc_until, old.kyc_until is not null)
    or coalesce(new.tax_until < old.tax_until, old.tax_until is not null) then
    raise exception 'what is kept of member % is kept longer', old.member_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
revoke all on function closure_keep() from public;
create or replace trigger closure_keep before update of kyc_until, tax_until on closures
for each row execute function closure_keep();
