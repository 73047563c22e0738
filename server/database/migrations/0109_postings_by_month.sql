-- ledger_postings by months (docs/decisions/0055). The table of before is attached as the first part, with its indexes. The check
-- of the steps before proves that its lines belong there, so nothing is read or copied.
--
-- The parts are in a schema of their own, on which the application has no right: it reads and posts through ledger_postings.
create schema ledger_months;
revoke all on schema ledger_months from public;

do $$
declare
  bound timestamptz := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conrelid = 'ledger_postings'::regclass and conname = 'ledger_postings_until');
begin
  drop trigger ledger_apply on ledger_postings;
  drop trigger ledger_immutable on ledger_postings;
  revoke all on ledger_postings from fc_app;
  alter table ledger_postings set schema ledger_months;
  alter table ledger_months.ledger_postings rename to first;
  alter table ledger_months.first rename constraint ledger_postings_pkey to first_pkey;

  create table public.ledger_postings (like ledger_months.first) partition by range (effective_at);
  alter table public.ledger_postings add constraint ledger_postings_amount check (amount > 0);
  create index ledger_postings_debit on public.ledger_postings (debit_id, effective_at, entry_id, line) include (amount)
    where debit_id > 16;
  create index ledger_postings_credit on public.ledger_postings (credit_id, effective_at, entry_id, line) include (amount)
    where credit_id > 16;
  -- Each part has a primary key of its own: all lines of an entry have the entry's time, so they are in one part. A key of the
  -- whole would have to contain the time, and the index of all lines of before would have to be built again.
  execute format('alter table public.ledger_postings attach partition ledger_months.first for values from (minvalue) to (%L)', bound);
  alter table ledger_months.first drop constraint ledger_postings_until;

  -- Everything after the months that are made. It is there so that a line always finds its place; ledger_add_months makes months
  -- in front of it while it is empty.
  create table ledger_months.later (like public.ledger_postings including constraints,
    constraint later_pkey primary key (entry_id, line));
  execute format('alter table public.ledger_postings attach partition ledger_months.later for values from (%L) to (maxvalue)', bound);

  -- Attached as the oldest part with the first month that is archived.
  create table ledger_months.archive (like public.ledger_postings including constraints) partition by range (effective_at);
  create index archive_debit on ledger_months.archive (debit_id, effective_at, entry_id, line) include (amount)
    where debit_id > 16;
  create index archive_credit on ledger_months.archive (credit_id, effective_at, entry_id, line) include (amount)
    where credit_id > 16;
end
$$;

grant select, insert (entry_id, line, debit_id, credit_id, amount, effective_at) on ledger_postings to fc_app;
create trigger ledger_apply after insert on ledger_postings
  referencing new table as lines for each statement execute function ledger_apply();
create trigger ledger_immutable before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse();
-- On a part itself, nobody may post either: ledger_apply sees only what is posted through the whole.
create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.first
  for each statement execute function ledger_refuse();
create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.later
  for each statement execute function ledger_refuse();
create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.archive
  for each statement execute function ledger_refuse();
