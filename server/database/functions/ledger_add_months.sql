-- revision 1
-- Makes the months of ledger_postings that lie ahead, up to half a year, and returns how many parts were made. The application
-- owns no table, so it calls this; nothing of what is made is its choice.
create or replace function ledger_add_months() returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
-- Posting waits while the lock below is waited for, so that wait is short. The caller tries again later.
set lock_timeout = 50 as $$
declare
  -- Months are India's, as in the books.
  zone constant text := 'Asia/Kolkata';
  ahead constant timestamptz := (date_trunc('month', now() at time zone zone) + interval '7 months') at time zone zone;
  bound timestamptz;
  newest timestamptz;
  next timestamptz;
  part text;
  made int := 0;
begin
  for attempt in 1..2 loop
    select substring(pg_get_expr(relpartbound, oid) from 'FROM \(''([^'']+)''\)') into bound
    from pg_class where oid = 'ledger_months.later'::regclass;
    if bound >= ahead then
      return 0;
    end if;
    -- Another worker may have made them until this one has the lock; so it looks a second time.
    lock table ledger_postings in access exclusive mode;
  end loop;

  alter table ledger_postings detach partition ledger_months.later;
  -- Lines that came before their month was made stay together: the part that has them ends with the month of the newest.
  select max(effective_at) into newest from ledger_months.later;
  while bound < ahead or newest is not null loop
    part := to_char(bound at time zone zone, '"m"YYYY_MM');
    next := (date_trunc('month', coalesce(newest, bound) at time zone zone) + interval '1 month') at time zone zone;
    if newest is not null then
      execute format('alter table ledger_months.later rename to %I', part);
      execute format('alter table ledger_months.%I rename constraint later_pkey to %I', part, part || '_pkey');
      create table ledger_months.later (like ledger_postings including constraints,
        constraint later_pkey primary key (entry_id, line));
      create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.later
        for each statement execute function ledger_refuse();
      newest := null;
    else
      execute format('create table ledger_months.%I (like ledger_postings including constraints,
        constraint %I primary key (entry_id, line))', part, part || '_pkey');
      execute format('create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.%I
        for each statement execute function ledger_refuse()', part);
    end if;
    execute format('alter table ledger_postings attach partition ledger_months.%I for values from (%L) to (%L)',
      part, bound, next);
    bound := next;
    made := made + 1;
  end loop;
  execute format('alter table ledger_postings attach partition ledger_months.later for values from (%L) to (maxvalue)', bound);
  return made;
end
$$;
revoke all on function ledger_add_months from public;
grant execute on function ledger_add_months to fc_app;
