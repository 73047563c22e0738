import { drawOrder, wallets } from "@fc/contract/wallet/kinds";
import type pg from "pg";
import { accountSql, houseCodes, memberCodes } from "../ledger/accounts.ts";
import { insertAll } from "../network/bulk.ts";
import { centsOf } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
import { given, importRows, momentOf, unitsOf, type Importing } from "./import-rows.ts";

/**
 * Posts what a query selects: kind, key, message, price_id, plan_version, debit_id, credit_id and amount, one entry for
 * each key, dated at the cut.
 */
export async function postOpenings(
  client: pg.Client,
  { source, cut }: { source: string; cut: Date },
): Promise<void> {
  await client.query(
    `with source as materialized (
       select *, row_number() over (partition by key order by debit_id, credit_id) as line from (${source}) selected
     ), made as (
       insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version)
       select kind::ledger_kind, key, $1, message, price_id, plan_version from source where line = 1
       returning id, key, effective_at
     )
     insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
     select made.id, source.line, debit_id, credit_id, amount, made.effective_at
     from made full join source using (key)`,
    [cut],
  );
}

/** Wallets, what is owed, open withdrawals with what is held for them, and the history, which is never counted. */
export async function importMoney(importing: Importing): Promise<void> {
  await importWithdrawals(importing);
  await importBalances(importing);
  await importBusiness(importing);
  await importHistory(importing);
}

async function importWithdrawals(importing: Importing): Promise<void> {
  const columns = columnsOf.withdrawals;
  await importRows(
    importing,
    "withdrawals",
    (row) => {
      const drawn = drawOrder.map((wallet) => unitsOf(row, columns[wallet]));
      const amount = drawn.reduce((sum, each) => sum + each, 0n);
      const memberId = importing.idOf(given(row, columns.userId));
      const address = given(row, columns.address);
      const requestedAt = momentOf(row, columns.requestedAt);
      return [memberId, amount, unitsOf(row, columns.feeFc), ...drawn, "coin", address, requestedAt];
    },
    (rows) =>
      insertAll(
        importing.client,
        {
          table: "withdrawals",
          columns: [
            "member_id",
            "amount_fc",
            "fee_fc",
            ...drawOrder.map((wallet) => `from_${wallet}_fc`),
            "currency_type",
            "address",
            "requested_at",
          ],
        },
        rows,
      ),
  );
}

/** What is below zero is owed. What is held was in the wallets before, so it is opened there and taken as a request takes it. */
async function importBalances(importing: Importing): Promise<void> {
  const { client, cut } = importing;
  const columns = columnsOf.balances;
  await client.query(
    "create temporary table moving_balances (member_id int, code int, amount bigint) on commit drop",
  );
  await importRows(
    importing,
    "balances",
    (row) => {
      const memberId = importing.idOf(given(row, columns.userId));
      const amounts = wallets.map((wallet) => ({ wallet, units: unitsOf(row, columns[wallet]) }));
      const negative = amounts.reduce((sum, { units }) => (units < 0n ? sum - units : sum), 0n);
      return { memberId, amounts, owed: unitsOf(row, columns.deduction) + negative };
    },
    async (made) => {
      const balances = made.flatMap(({ memberId, amounts }) =>
        amounts
          .filter(({ units }) => units > 0n)
          .map(({ wallet, units }) => [memberId, memberCodes[wallet], units]),
      );
      await insertAll(
        client,
        { table: "moving_balances", columns: ["member_id", "code", "amount"] },
        balances,
      );
      const owed = made.filter((each) => each.owed > 0n);
      await insertAll(
        client,
        { table: "deductions", columns: ["member_id", "amount_fc", "reason", "created_at"] },
        owed.map((each) => [each.memberId, each.owed, "From the system before", cut]),
      );
    },
  );
  const held = drawOrder.map(
    (wallet) => `select member_id, ${memberCodes[wallet]}, from_${wallet}_fc from withdrawals`,
  );
  await postOpenings(client, {
    cut,
    source: `select 'opening' as kind, 'moved-in/member/' || member_id as key, 'OPENING' as message,
        null::int as price_id, null::int as plan_version, ${houseCodes.moved_in}::bigint as debit_id,
        ${accountSql.ofMember("member_id", "code")} as credit_id, sum(amount)::bigint as amount
      from (select * from moving_balances union all ${held.join(" union all ")}) opened (member_id, code, amount)
      group by member_id, code having sum(amount) > 0`,
  });
  const taken = drawOrder.map(
    (wallet) => `select id, member_id, ${memberCodes[wallet]}, from_${wallet}_fc from withdrawals`,
  );
  await postOpenings(client, {
    cut,
    source: `select 'withdrawal_requested' as kind, 'moved-in/withdrawal/' || id as key,
        'WITHDRAW/REQUESTED' as message, null::int as price_id, null::int as plan_version,
        ${accountSql.ofMember("member_id", "code")} as debit_id,
        ${accountSql.ofMember("member_id", memberCodes.withdraw_pending)} as credit_id, amount
      from (${taken.join(" union all ")}) taken (id, member_id, code, amount) where amount > 0`,
  });
}

/** Legs are open for matching as far as the other system had not taken them. */
async function importBusiness(importing: Importing): Promise<void> {
  const columns = columnsOf.business;
  await importRows(
    importing,
    "business",
    (row) => [
      importing.idOf(given(row, columns.userId)),
      0,
      centsOf(given(row, columns.matched)),
      centsOf(given(row, columns.leftTaken)),
      centsOf(given(row, columns.rightTaken)),
      "false",
      "false",
    ],
    (rows) =>
      insertAll(
        importing.client,
        {
          table: "pair_memory",
          columns: [
            "member_id",
            "consumed_usd_cents",
            "matched_usd_cents",
            "left_before_usd_cents",
            "right_before_usd_cents",
            "left_is_spent",
            "right_is_spent",
          ],
        },
        rows,
      ),
  );
}

async function importHistory(importing: Importing): Promise<void> {
  const columns = columnsOf.history;
  await importRows(
    importing,
    "history",
    (row) => [
      importing.idOf(given(row, columns.userId)),
      given(row, columns.wallet),
      given(row, columns.type),
      momentOf(row, columns.at),
      unitsOf(row, columns.amountFc),
      row.read(columns.message) ?? "",
      row.read(columns.transId) ?? "",
    ],
    (rows) =>
      insertAll(
        importing.client,
        {
          table: "moved_history",
          columns: ["member_id", "wallet", "type", "at", "amount_fc", "message", "trans_id"],
        },
        rows,
      ),
  );
}
