-- revision 1
-- After a payout came to nothing: its withdrawal is pending again, as if it had never been handed over, and its member
-- owes again what the payout had taken. A second time changes nothing.
create or replace function chain_return_to_queue(of_payout int) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part record;
begin
  update withdrawals set is_handed_over = false, paying_since = null, deduction_fc = null
  from chain_payouts payout
  where payout.id = of_payout and payout.state in ('failed', 'taken-back') and withdrawals.id = payout.withdrawal_id
    and status = 'P' and is_handed_over
    -- One that was handed over again meanwhile stays so.
    and not exists (select from chain_payouts later where later.withdrawal_id = payout.withdrawal_id
      and later.state not in ('failed', 'taken-back'));
  if not found then
    return;
  end if;
  -- One after the other by number, as they are locked everywhere.
  for part in select deduction_id, part_fc from chain_payout_deductions where payout_id = of_payout order by deduction_id loop
    update deductions set collected_fc = collected_fc - part.part_fc where id = part.deduction_id;
  end loop;
end
$$;
revoke all on function chain_return_to_queue(int) from public;
grant execute on function chain_return_to_queue(int) to fc_app;
