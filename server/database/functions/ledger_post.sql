-- revision 2
-- Writes one entry with its lines. It is a function because a function keeps its plans, and planning costs a transfer
-- more than running it. The plans are generic: others would be made again for every number of lines.
create or replace function ledger_post(
  kind ledger_kind, key text, effective_at timestamptz(3), message text, price_id int, plan_version int,
  reversal_of bigint, metadata jsonb, debit_ids bigint[], credit_ids bigint[], amounts bigint[]
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  made bigint;
begin
  insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
  values (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
  returning id into made;
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
  select made, line.at, line.debit_id, line.credit_id, line.amount, effective_at
  from unnest(debit_ids, credit_ids, amounts) with ordinality as line (debit_id, credit_id, amount, at);
  return made;
end
$$;
revoke all on function ledger_post from public;
grant execute on function ledger_post to fc_app, fc_web;
