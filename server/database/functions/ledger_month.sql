-- revision 3
-- Counts months: year * 12 + month - 1. Months are India's, as in the books.
create or replace function ledger_month(at timestamptz) returns int language sql immutable parallel safe as $$
  select (extract(year from at at time zone 'Asia/Kolkata') * 12 + extract(month from at at time zone 'Asia/Kolkata') - 1)::int
$$;
revoke all on function ledger_month from public;
grant execute on function ledger_month to fc_app, fc_web;
