-- revision 2
-- The months from one moment to another, one bit for each. There are 128 bits, so two months that lie 128 months apart share
-- one; then a statement looks into both.
create or replace function ledger_months_between(first_at timestamptz, last_at timestamptz) returns bit(128)
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  first_month constant int := ledger_month(first_at);
  months bit(128) := 0::bit(128);
begin
  for month in first_month..least(ledger_month(last_at), first_month + 127) loop
    months := set_bit(months, month & 127, 1);
  end loop;
  return months;
end
$$;
revoke all on function ledger_months_between from public;
