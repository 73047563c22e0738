-- revision 2
-- Writes several entries. All their lines are one statement, so all their accounts are locked in id order: a
-- transaction that posted them one after the other could deadlock with another one.
create or replace function ledger_post_many(given jsonb) returns table (entry_key text, entry_id bigint)
language plpgsql as $$
begin
  return query
  with entry as materialized (
    select * from jsonb_to_recordset(given) as entry (
      kind ledger_kind, key text, effective_at timestamptz(3), message text, price_id int, plan_version int,
      reversal_of bigint, metadata jsonb, lines jsonb)
  ), made as (
    insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
    select kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata from entry
    returning id, key, effective_at
  ), posted as (
    insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select made.id, line.at, (line.value ->> 0)::bigint, (line.value ->> 1)::bigint, (line.value ->> 2)::bigint,
      made.effective_at
    from made join entry using (key) cross join jsonb_array_elements(entry.lines) with ordinality as line (value, at)
  )
  select made.key, made.id from made;
end
$$;
revoke all on function ledger_post_many from public;
grant execute on function ledger_post_many to fc_app, fc_web;
