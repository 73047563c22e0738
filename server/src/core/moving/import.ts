import { AppError } from "@fc/contract/errors";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { planRules } from "@fc/contract/plan/rules";
import type { LogAction } from "@fc/contract/operators/console-log";
import { wallets } from "@fc/contract/wallet/kinds";
import type pg from "pg";
import { withConnection } from "../../platform/one-connection.ts";
import { commandLine } from "../operators/log.ts";
import type { CheckedFolder } from "./check.ts";
import type { Company } from "./company.ts";
import { cutOfFc, exactOf, exactText, type Exact } from "./exact-amount.ts";
import { totalsSelect } from "./export-selects.ts";
import { withoutIndexes } from "../network/without-indexes.ts";
import { Findings } from "./findings.ts";
import { importDetails, type DetailStores } from "./import-details.ts";
import { importMembers, importPlaces } from "./import-members.ts";
import { importMoney } from "./import-money.ts";
import { filesChanged, type Importing } from "./import-rows.ts";
import { importSoFar } from "./import-so-far.ts";
import { importStakes } from "./import-stakes.ts";
import { proposeOpening } from "./propose-opening.ts";
import { sumNames, type SumName } from "@fc/contract/arrival/console-totals";

const action = "company/import" satisfies LogAction;

interface ImportRequest extends DetailStores {
  ownerUrl: string;
  folder: string;
  ignoresUnknownColumns: boolean;
  /** What the check found good. */
  checked: CheckedFolder;
  /** The last day that the other system has closed. The first closing here is that of the next one. */
  cutDay: string;
  /** Who answers for it. */
  email: string;
  now: Date;
}

/** Imports a company into an empty database, in one transaction: all of it, or nothing however it ends. */
export async function importCompany(request: ImportRequest): Promise<void> {
  await withConnection({ url: request.ownerUrl, purpose: "import" }, async (client) => {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // Nobody registers until the commit, because the ids are chosen here.
    await client.query("lock table members in share row exclusive mode");
    await refuseIfNotEmpty(client);
    const operatorId = await adminWith(client, request.email);
    const rows = request.checked.company.line.length;
    await withoutIndexes(client, { tables: bulkTables, rows }, () => write(client, request));
    await compareTotals(client, request.checked);
    await client.query(
      `insert into operator_log (operator_id, action, details, ip, at) values ($1, $2, $3, $4, $5)`,
      [operatorId, action, { folder: request.folder, day: request.cutDay }, commandLine, request.now],
    );
    await proposeOpening(client, { ...request, operatorId });
    await client.query("commit");
    await client.query("analyze");
  });
}

/** Those that have a row or more for each member. The ledger's own keep their indexes, because its triggers look things up. */
const bulkTables = [
  "members",
  "moved_passwords",
  "placements",
  "placement_runs",
  "team_events",
  "leg_weights",
  "coin_addresses",
  "fmdc_addresses",
  "stakes",
  "moved_stakes",
  "pair_memory",
  "moved_lifetimes",
  "moved_history",
];

async function write(client: pg.Client, request: ImportRequest): Promise<void> {
  const { checked, cutDay, folder, now, ignoresUnknownColumns } = request;
  const { company, network, files } = checked;
  const ids = idsOf(company);
  const importing: Importing = {
    client,
    reading: { folder, now, ignoresUnknownColumns, findings: new Findings() },
    files: new Set(files.map(({ file }) => file)),
    idOf: (refId) => {
      const id = ids[company.memberNumber(refId) ?? -1];
      if (id === undefined) throw filesChanged(refId);
      return id;
    },
    cut: new Date(endOfDay(cutDay).getTime() - 1),
    cutDay,
  };
  const firstDay = daysAfter(cutDay, 1);
  const priceId = await priceOf(client, firstDay);
  const plan = await planOf(client, firstDay);
  const joinedAt = new Float64Array(ids.length + 1);
  await importMembers(importing, joinedAt);
  await importPlaces(importing, { company, network, ids, joinedAt });
  await importDetails(importing, request);
  await importStakes(importing, { priceId, plan, now });
  await importMoney(importing);
  await importSoFar(importing);
  await client.query(
    `insert into closings_begin (first_day) values ($1)
     on conflict (is_only) do update set first_day = excluded.first_day`,
    [firstDay],
  );
}

/** From 1 in the order of members.csv. The numbers of the company are in the order in which user ids are named. */
function idsOf({ line }: Company): Int32Array {
  const inOrder = Array.from(line.keys()).toSorted((a, b) => (line[a] ?? 0) - (line[b] ?? 0));
  const ids = new Int32Array(line.length);
  for (const [at, number] of inOrder.entries()) ids[number] = at + 1;
  return ids;
}

async function refuseIfNotEmpty(client: pg.Client): Promise<void> {
  for (const [table, what] of [
    ["members", "members"],
    ["ledger_entries", "entries in the ledger"],
    ["closings", "closings"],
  ]) {
    const { rows } = await client.query(`select from ${table} limit 1`);
    if (rows.length > 0) {
      throw refused(`This database has ${what} already. A company moves into a new one; nothing was changed`);
    }
  }
}

async function adminWith(client: pg.Client, email: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "select id from operators where email = $1 and role = 'admin' and status = 'active'",
    [email],
  );
  const [admin] = rows;
  if (admin === undefined) throw refused("There is no active admin with this e-mail address");
  return admin.id;
}

/** The price that the closing of a day takes. Without one it would count 0 FC. */
async function priceOf(client: pg.Client, day: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select id from prices where effective_from <= $1 and withdrawn_at is null order by effective_from desc limit 1`,
    [new Date(endOfDay(day).getTime() - 1)],
  );
  const [price] = rows;
  if (price === undefined) {
    throw refused(
      `No price is in force at the end of ${day}, the first day that is closed here. Set one in the console`,
    );
  }
  return price.id;
}

async function planOf(client: pg.Client, day: string) {
  const { rows } = await client.query<{ version: number; rules: unknown; is_decided: boolean }>(
    `select version, rules, confirmed_at is not null or created_by is not null as is_decided from plan_versions where effective_from <= $1 and withdrawn_at is null
     order by effective_from desc limit 1`,
    [day],
  );
  const [plan] = rows;
  if (plan === undefined) throw refused(`There is no plan for ${day}`);
  if (!plan.is_decided) {
    throw refused(
      `Nobody has decided on the plan of ${day}. Confirm it in the console, or schedule another, first`,
    );
  }
  return { version: plan.version, rules: planRules.parse(plan.rules) };
}

/** Adds up what was written, and compares it with what the check has read: what got lost on the way is never committed. */
async function compareTotals(client: pg.Client, { company, totals }: CheckedFolder): Promise<void> {
  const { rows } = await client.query<{ total: SumName; value: string }>(totalsSelect);
  const written = new Map(rows.map(({ total, value }) => [total, exactOf(value)]));
  const read = new Map(totals.map(({ total, ours, cut }) => [total, ours - cut]));
  const negatives = negativesOf(company);
  for (const total of sumNames) {
    const expected = (read.get(total) ?? 0n) + (negatives.get(total) ?? 0n);
    const found = written.get(total);
    if (found === expected) continue;
    const values = `${exactText(expected)} read, ${found === undefined ? "nothing" : exactText(found)} written`;
    throw refused(`${total}: ${values}. Were the files changed? Nothing was kept`);
  }
}

/** What wallets below zero lack moves to what is owed. */
function negativesOf({ balances }: Company): Map<SumName, Exact> {
  const lacking = new Map<SumName, Exact>();
  for (const wallet of wallets) {
    const sum = balances[wallet].reduce((all, each) => (each < 0n ? all - (each - cutOfFc(each)) : all), 0n);
    lacking.set(wallet, sum);
    lacking.set("deduction", (lacking.get("deduction") ?? 0n) + sum);
  }
  return lacking;
}

function refused(why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { from: why } });
}
