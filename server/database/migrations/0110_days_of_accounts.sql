-- Between which days, in UTC, all lines of an account count: it may be said too wide, and never too narrow. A statement looks
-- only through the months between them, so a member who left years ago does not cost a search of all months since. Lines of
-- before are all in the first part; what ledger_apply has not seen since ends there.
do $$
declare
  bound timestamptz := (select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([^'']+)''\)') from pg_class
    where oid = 'ledger_months.first'::regclass);
begin
  execute format('alter table ledger_accounts add column first_on date not null default ''-infinity'',
    add column last_on date not null default %L', (bound at time zone 'UTC')::date);
end
$$;
alter table ledger_accounts alter column last_on set default 'infinity';
