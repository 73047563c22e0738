-- revision 2
-- Hands a pending withdrawal to the hot wallet and returns the number of its payout. Requests have no right to write
-- payouts. Address and amount are those of the withdrawal; a caller chooses neither. The parts are what was just
-- collected of its member's deductions. Without an operator it is by rules, which is the worker's alone.
create or replace function chain_hand_over(of_withdrawal int, on_chain int, in_units numeric, with_mark text, deduction_ids int[],
  deduction_parts bigint[], operator int, at timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked record;
  taken_fc numeric;
  net_fc bigint;
  payout int;
begin
  if operator is not null or (pg_has_role(session_user, 'fc_web', 'member') and not pg_has_role(session_user, 'fc_app', 'member')) then
    perform chain_check_operator(operator);
  end if;
  select member_id, address, amount_fc - fee_fc - tax_fc as before_deductions_fc into asked from withdrawals
  where id = of_withdrawal and status = 'P' and address is not null and paying_by is null and not is_handed_over
  for no key update;
  if not found then
    raise exception 'withdrawal % cannot be handed over', of_withdrawal;
  end if;
  perform from members where id = asked.member_id and status = 'active';
  if not found then
    raise exception 'the member of withdrawal % is not active', of_withdrawal;
  end if;

  perform from unnest(deduction_ids, deduction_parts) part (id, fc)
  where part.id is null or part.fc is null or part.fc <= 0 or not exists (
    select from deductions where deductions.id = part.id and member_id = asked.member_id and collected_fc >= part.fc);
  if found then
    raise exception 'the deductions are not of the member of withdrawal %', of_withdrawal;
  end if;
  select coalesce(sum(fc), 0) into taken_fc from unnest(deduction_parts) fc;
  net_fc := asked.before_deductions_fc - taken_fc;
  -- Contracts differ in their decimals, and in nothing else.
  if net_fc <= 0 or mod(in_units, net_fc) <> 0 or trunc(in_units / net_fc)::text !~ '^10*$' then
    raise exception '% units are not what withdrawal % pays', in_units, of_withdrawal;
  end if;

  insert into chain_payouts (withdrawal_id, chain_id, to_address, amount_fc, deduction_fc, units, mark, handed_by, handed_at)
  values (of_withdrawal, on_chain, asked.address, net_fc, taken_fc, in_units, with_mark, operator, at)
  returning id into payout;
  insert into chain_payout_deductions (payout_id, deduction_id, part_fc)
  select payout, id, fc from unnest(deduction_ids, deduction_parts) part (id, fc);
  update withdrawals set is_handed_over = true, paying_since = at, deduction_fc = taken_fc where id = of_withdrawal;
  return payout;
end
$$;
revoke all on function chain_hand_over(int, int, numeric, text, int[], bigint[], int, timestamptz) from public;
grant execute on function chain_hand_over(int, int, numeric, text, int[], bigint[], int, timestamptz) to fc_app, fc_web;
