-- The first of three steps that divide ledger_postings by months, so that no step holds up posting for longer than a
-- moment, however many lines there are. All lines of before become one part, up to a bound that lies ahead of all of them and
-- of those that are posted while the nodes are replaced. This step names the bound; the check is proven in the next one.
do $$
declare
  -- Months are India's, as in the books.
  bound timestamptz := (date_trunc('month', greatest(now(), (select max(effective_at) from ledger_postings))
    at time zone 'Asia/Kolkata') + interval '2 months') at time zone 'Asia/Kolkata';
begin
  execute format('alter table ledger_postings add constraint ledger_postings_until check (effective_at < %L) not valid', bound);
end
$$;
