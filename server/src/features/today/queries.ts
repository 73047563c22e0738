import { asFc, asUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { RunningRelease, Today } from "@fc/contract/today/console";
import { fcToWire, inrRateToWire, usdCentsToWire } from "@fc/contract/money";
import { daysAfter, indiaDayOf, momentsOf } from "@fc/contract/period";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import { sql } from "kysely";
import { activeAlerts } from "../../core/alerts/alerts.ts";
import { isArrivalWaiting } from "../../core/arrival/arrival.ts";
import { lastBackup } from "../../core/backup/backups.ts";
import { coinState, isUnexplained, type CoinState } from "../../core/chain/state.ts";
import { houseBalances } from "../../core/ledger/house.ts";
import { closingProgress } from "../../core/plan/calendar.ts";
import { queuesAt } from "../../core/queues/waiting.ts";
import type { Db } from "../../platform/db.ts";
import { runningNodes } from "../../platform/nodes.ts";
import { newsForOperators, releaseVersion } from "../../platform/release.ts";
import { firstDayOf } from "./first-day.ts";

/** Every part is read by an index or from kept sums, because the page is open all day and is read again every 30 seconds. */
export async function today(db: Db, now: Date): Promise<Today> {
  const [queues, arrivalWaits, pool, lastClosing, next, price, days, alerts, backup, firstDay, coins, nodes] =
    await Promise.all([
      queuesAt(db, now),
      isArrivalWaiting(db),
      poolOf(db),
      lastClosingOf(db),
      closingProgress(db, now),
      priceAt(db, now),
      growth(db, now),
      activeAlerts(db),
      lastBackup(db),
      firstDayOf(db, now),
      coinState(db),
      runningNodes(db, now),
    ]);
  return {
    queues,
    arrivalWaits,
    pool,
    lastClosing,
    nextClosing: next ? { ...next, dueAt: next.dueAt.toISOString() } : null,
    price,
    days,
    alerts,
    lastBackup: backup
      ? { at: backup.at.toISOString(), host: backup.host, bytes: Number(backup.bytes) }
      : null,
    firstDay,
    release: {
      version: releaseVersion,
      differentNodes: nodes.filter(({ version }) => version !== releaseVersion).length,
    },
    ...(coins && { coins: coinsOf(coins) }),
  };
}

export async function releaseAt(db: Db, now: Date): Promise<RunningRelease> {
  const nodes = await runningNodes(db, now);
  return {
    version: releaseVersion,
    nodes: nodes.map((node) => ({ ...node, reportedAt: node.reportedAt.toISOString() })),
    news: newsForOperators() ?? null,
  };
}

function coinsOf({ compared, depositsWithoutRequest }: CoinState): NonNullable<Today["coins"]> {
  return {
    comparedAt: compared?.at.toISOString() ?? null,
    unexplainedWallets: compared?.wallets.filter(isUnexplained).length ?? 0,
    depositsWithoutRequest,
  };
}

/** All coin accounts add up to zero, so what members hold is the negative sum of the house's accounts. */
async function poolOf(db: Db): Promise<Today["pool"]> {
  const { usd_paid: _paid, usd_received: _received, ...coins } = await houseBalances(db);
  const held = asFc(-Object.values(coins).reduce((sum, balance) => sum + balance, 0n));
  return { balance: fcToWire(asFc(coins.rewards_pool)), owed: fcToWire(held) };
}

async function lastClosingOf(db: Db): Promise<Today["lastClosing"]> {
  const row = await db
    .selectFrom("closings")
    .select(["day", "due_fc", "paid_fc", "available_fc"])
    .where("state", "=", "sealed")
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        day: row.day,
        due: fcToWire(row.due_fc),
        paid: fcToWire(row.paid_fc),
        coverage: coverageBasisPoints({ dueFc: row.due_fc, availableFc: row.available_fc }),
      }
    : null;
}

async function priceAt(db: Db, now: Date): Promise<Today["price"]> {
  const row = await db
    .selectFrom("prices")
    .select(["fc_for_15_usd", "inr_per_usd", "effective_from"])
    .where("effective_from", "<=", now)
    .where("withdrawn_at", "is", null)
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        fcFor15Usd: fcToWire(asFc(row.fc_for_15_usd)),
        inrPerUsd: inrRateToWire(row.inr_per_usd),
        since: row.effective_from.toISOString(),
      }
    : null;
}

const shownDays = 30;

async function growth(db: Db, now: Date): Promise<Today["days"]> {
  const last = indiaDayOf(now);
  const days = Array.from({ length: shownDays }, (_, at) => daysAfter(last, at + 1 - shownDays));
  const from = sure(momentsOf({ from: sure(days[0]) }).from);
  const [members, stakes] = await Promise.all([
    db
      .selectFrom("members")
      .select([
        sql<string>`(joined_at at time zone 'Asia/Kolkata')::date::text`.as("day"),
        sql<number>`count(*)::int`.as("count"),
      ])
      .where("joined_at", ">=", from)
      .groupBy("day")
      .execute(),
    db
      .selectFrom("stakes")
      .select([sql<string>`started_on::text`.as("day"), sql<number>`count(*)::int`.as("count")])
      .select(sql<string>`sum(principal_usd_cents)::text`.as("usd_cents"))
      .where("started_on", ">=", sure(days[0]))
      .groupBy("day")
      .execute(),
  ]);
  return days.map((day) => {
    const staked = stakes.find((row) => row.day === day);
    return {
      day,
      members: members.find((row) => row.day === day)?.count ?? 0,
      stakes: staked?.count ?? 0,
      stakedUsd: usdCentsToWire(asUsdCents(BigInt(staked?.usd_cents ?? 0))),
    };
  });
}
