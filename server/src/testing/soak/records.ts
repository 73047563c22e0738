import { recordOfReference } from "@fc/contract/receipts/reference";
import type pg from "pg";
import type { Operation } from "./operations.ts";

/** The other rows that an operation writes in its transaction must exist exactly as often as the operation. */
export async function recordProblems(owner: pg.Pool, operations: readonly Operation[]): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(
    `select 'the key ' || key || ' is kept without an answer' as problem from idempotency_keys
     where result is null and request_hash <> ''
     union all
     select 'the key ' || key || ' of a refused operation is kept' from idempotency_keys where key = any ($1)
     union all
     select format('%s %s, and %s entries', written, what, posted) from (
       select 'withdrawals' as what, (select count(*) from withdrawals) as written,
         (select count(*) from ledger_entries where kind in ('withdrawal_requested', 'internal_transfer')) as posted
       union all
       select 'stakes', (select count(*) from stakes),
         (select count(*) from ledger_entries where kind = 'stake_from_transfer')
     ) as record where written <> posted`,
    [operations.filter(({ outcome }) => outcome === "refused").map(({ key }) => key)],
  );
  return [
    ...rows.map(({ problem }) => problem),
    ...(await deadlockProblems(owner)),
    ...(await referenceProblems(owner, operations)),
  ];
}

/** PostgreSQL forgets their number when it is killed, so it is asked before that as well. */
export async function deadlockProblems(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(
    `select format('%s transactions were in a deadlock', deadlocks) as problem from pg_stat_database
     where datname = current_database() and deadlocks > 0`,
  );
  return rows.map(({ problem }) => problem);
}

/** The reference in each answer must be that of one record, of this member, of this amount and with this key. */
async function referenceProblems(owner: pg.Pool, operations: readonly Operation[]): Promise<string[]> {
  const acknowledged = operations.filter(({ outcome }) => outcome === "acknowledged");
  const told = acknowledged.map(({ kind, member, amountFc, key, reference = "" }) => ({
    kind,
    key,
    reference,
    member_id: member.id,
    amount: String(amountFc),
    id: String(recordOfReference(reference)?.id ?? 0),
  }));
  const { rows } = await owner.query<{ problem: string }>(
    `with told as (
       select * from jsonb_to_recordset($1::jsonb)
       as told (kind text, key text, reference text, member_id int, amount bigint, id bigint)
     )
     select format('the key %s of an acknowledged operation is not kept with its answer', key) as problem from told
     where not exists (
       select from idempotency_keys kept where kept.key = told.key and result ->> 'reference' = told.reference
     )
     union all
     select format('%s was acknowledged for %s operations', reference, count(*)) from told
     group by reference having count(*) > 1
     union all
     select format('%s was acknowledged as %s, which is no such record', kind, reference) from told
     where not case kind
       when 'transfer' then exists (
         select from ledger_entries entry
         where entry.id = told.id and entry.key = format('transfer/%s/%s', member_id, told.key)
       )
       when 'stake_from_transfer' then exists (
         select from stakes join ledger_entries entry on entry.id = entry_id
         where entry_id = told.id and stakes.member_id = told.member_id and principal_fc = amount
           and entry.key = format('stake/transfer/%s/%s', told.member_id, told.key)
       )
       else exists (
         select from withdrawals where withdrawals.id = told.id and withdrawals.member_id = told.member_id
           and amount_fc = amount and (currency_type = 'coin') = (kind = 'withdrawal_requested')
       )
     end`,
    [JSON.stringify(told)],
  );
  return rows.map(({ problem }) => problem);
}
