import { type Fc, asFc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { planRules, type PlanRules, type RosTerms } from "@fc/contract/plan/rules";
import { hour } from "../../platform/clock.ts";
import { accountSql, houseCodes, memberCodes } from "../ledger/accounts.ts";
import { insertAll } from "../network/bulk.ts";
import { centsOf } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
import { postOpenings } from "./import-money.ts";
import { given, importRows, momentOf, unitsOf, type Importing } from "./import-rows.ts";
import type { Row } from "./read-rows.ts";
import { daysEarned } from "./stake-days.ts";

const columns = columnsOf.stakes;

interface ImportedStakes {
  /** The price of the first day that is closed here, which the entries name. */
  priceId: number;
  /** The plan of the first day that is closed here. */
  plan: { version: number; rules: PlanRules };
  now: Date;
}

/** Running stakes go on here under their own terms; of ended ones the business of the legs above stays. */
export async function importStakes(
  importing: Importing,
  { priceId, plan, now }: ImportedStakes,
): Promise<void> {
  const { client, cut } = importing;
  const versions = new Versions(importing, plan, now);
  await client.query(`
    create temporary table moving_stakes (line int, member_id int, usd_cents bigint, fc bigint, approved_at timestamptz,
      daily int, "limit" int, earned_fc bigint, paid_fc bigint, ended_at timestamptz, end_reason text,
      started_at timestamptz, version int) on commit drop`);
  await importRows(
    importing,
    "stakes",
    (row) => stakeOf(row, importing),
    async (stakes) => {
      const rows = [];
      for (const { cells, terms, startedAt } of stakes) {
        rows.push([...cells, startedAt ?? null, startedAt === undefined ? null : await versions.of(terms)]);
      }
      await insertAll(client, { table: "moving_stakes", columns: stagedColumns }, rows);
    },
  );
  await postOpenings(client, {
    cut,
    source: `select 'opening' as kind, 'moved-in/stake/' || line as key, 'OPENING' as message, ${priceId}::int as price_id,
        version as plan_version, ${houseCodes.moved_in}::bigint as debit_id,
        ${accountSql.ofMember("member_id", memberCodes.staked)} as credit_id, fc as amount
      from moving_stakes where ended_at is null`,
  });
  await client.query(`
    insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select member_id, usd_cents, fc, ${priceId}, entry.id, started_at, version
    from moving_stakes join ledger_entries entry on key = 'moved-in/stake/' || line order by line`);
  await client.query(`
    insert into moved_stakes (stake_id, member_id, principal_usd_cents, principal_fc, approved_at, daily_basis_points,
      limit_basis_points, earned_fc, paid_fc, ended_at, end_reason)
    select stakes.id, made.member_id, usd_cents, fc, approved_at, daily, "limit", earned_fc, paid_fc, made.ended_at,
      end_reason
    from moving_stakes made left join ledger_entries entry on key = 'moved-in/stake/' || line
    left join stakes on entry_id = entry.id order by line`);
  // The first running stake makes a member active.
  await client.query(`
    insert into team_events (member_id, active_users, business_usd_cents, recorded_at)
    select member_id,
      case when ended_at is null and row_number() over (partition by member_id, ended_at is null order by line) = 1
        then 1 else 0 end,
      usd_cents, approved_at
    from moving_stakes where end_reason is distinct from 'undone' order by line`);
}

const stagedColumns = [
  "line",
  "member_id",
  "usd_cents",
  "fc",
  "approved_at",
  "daily",
  '"limit"',
  "earned_fc",
  "paid_fc",
  "ended_at",
  "end_reason",
  "started_at",
  "version",
];

function stakeOf(row: Row, importing: Importing) {
  const fc = asFc(unitsOf(row, columns.amountFc));
  const earnedFc = asFc(unitsOf(row, columns.earnedFc));
  const approvedAt = momentOf(row, columns.approvedAt);
  const terms: RosTerms = {
    dailyBasisPoints: given(row, columns.dailyPercent),
    limitBasisPoints: given(row, columns.limitPercent),
  };
  const endedAt = row.read(columns.endedAt);
  if (Math.max(approvedAt.getTime(), endedAt ?? 0) > importing.cut.getTime()) {
    throw refused(
      `stakes.csv, line ${row.line}: it was approved or ended after ${importing.cutDay}, the day of the cut`,
    );
  }
  const cells = [
    row.line,
    importing.idOf(given(row, columns.userId)),
    centsOf(given(row, columns.amountUsd)),
    fc,
    approvedAt,
    terms.dailyBasisPoints,
    terms.limitBasisPoints,
    earnedFc,
    unitsOf(row, columns.paidFc),
    endedAt === undefined ? null : new Date(endedAt),
    row.read(columns.endReason) ?? null,
  ];
  const startedAt =
    endedAt === undefined ? startOf({ fc, terms, earnedFc, approvedAt }, importing.cutDay) : undefined;
  return { cells, terms, startedAt };
}

interface Running {
  fc: Fc;
  terms: RosTerms;
  earnedFc: Fc;
  approvedAt: Date;
}

/**
 * What a stake earns follows from its first day, so the first day follows from what it has earned: on the day after the
 * cut it goes on where it stopped, however its days were counted before.
 */
function startOf({ fc, terms, earnedFc, approvedAt }: Running, cutDay: string): Date {
  const startedOn = daysAfter(cutDay, -daysEarned(fc, terms, earnedFc));
  return indiaDayOf(approvedAt) === startedOn
    ? approvedAt
    : new Date(endOfDay(startedOn).getTime() - 12 * hour);
}

/**
 * The plan versions that stakes name. Terms that no version has become one of their own, withdrawn from its beginning: it
 * was never in force here.
 */
class Versions {
  private readonly importing: Importing;
  private readonly plan: ImportedStakes["plan"];
  private readonly now: Date;
  private known: Map<string, number> | undefined;

  constructor(importing: Importing, plan: ImportedStakes["plan"], now: Date) {
    this.importing = importing;
    this.plan = plan;
    this.now = now;
  }

  async of(terms: RosTerms): Promise<number> {
    this.known ??= await this.read();
    const name = nameOf(terms);
    const version = this.known.get(name) ?? (await this.add(terms));
    this.known.set(name, version);
    return version;
  }

  private async read(): Promise<Map<string, number>> {
    const { rows } = await this.importing.client.query<{ version: number; rules: unknown }>(
      "select version, rules from plan_versions order by version",
    );
    return new Map(rows.map(({ version, rules }) => [nameOf(planRules.parse(rules).ros), version]));
  }

  private async add(terms: RosTerms): Promise<number> {
    const rules = planRules.safeParse({ ...this.plan.rules, ros: terms });
    if (!rules.success) throw refused(`stakes.csv: no plan can have the terms ${nameOf(terms)} basis points`);
    const { rows } = await this.importing.client.query<{ version: number }>(
      `insert into plan_versions (version, effective_from, rules, created_at, withdrawn_at)
       select max(version) + 1, $1, $2, $3, $3 from plan_versions returning version`,
      [this.importing.cutDay, JSON.stringify(rules.data), this.now],
    );
    const [made] = rows;
    if (made === undefined) throw new Error("there is no plan version");
    return made.version;
  }
}

function nameOf({ dailyBasisPoints, limitBasisPoints }: RosTerms): string {
  return `${dailyBasisPoints}/${limitBasisPoints}`;
}

function refused(why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { from: why } });
}
