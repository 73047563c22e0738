import { sure } from "@fc/contract/sure";
import { alertConditionNames } from "@fc/contract/alerts/console-conditions";
import { fcToWire } from "@fc/contract/money";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { second } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { lastBackupAt } from "../backup/backups.ts";
import { coinState, type CoinState } from "../chain/state.ts";
import { payoutFigures } from "../chain/lasting.ts";
import { laneFigures } from "../jobs/queue-figures.ts";
import { closingProgress } from "../plan/calendar.ts";
import { queuesAt } from "../queues/waiting.ts";
import { activeAlerts } from "./alerts.ts";
import { disksOf } from "./disks.ts";
import { poolOutlook, unsealedSeconds } from "./figures.ts";

/** What all nodes report alike, because they read it from the database. Rules take the highest. */
const shared = {
  alert_active: [
    "1 while a condition was told and is met, else 0; every condition is always there",
    "condition",
  ],
  alerts_last_check_timestamp_seconds: [
    "When a worker last checked every condition; 0 before the first time",
  ],
  jobs_waiting: ["Jobs in the queue of all nodes", "lane", "state"],
  jobs_oldest_seconds: ["How long the oldest job of a lane is due or fails", "lane"],
  requests_waiting: ["What waits for an operator", "queue"],
  requests_late: ["What waits longer than promised", "queue"],
  requests_oldest_seconds: ["How long the oldest of it waits", "queue"],
  pool_coins: ["FC in the rewards pool"],
  pool_days_left: [
    "Days that the pool lasts at what was due on the last seven closed days; +Inf if nothing was",
  ],
  closing_duration_seconds: ["How long the last closing took"],
  closing_missed_days: ["Days that have ended and are not closed"],
  ledger_unsealed_seconds: ["Age of the oldest entry that is not sealed"],
  coins_in_wallet: ["Coins of a wallet of ours on the chain, as last compared", "wallet"],
  coins_unexplained: ["Coins of a wallet that neither the ledger nor a transfer explains", "wallet"],
  coins_compared_timestamp_seconds: [
    "When the wallets were last compared with the ledger; 0 before the first time",
  ],
  deposits_without_request: ["Deposits that belong to no request"],
  payouts_open: ["Payouts over the chain that are not final", "state"],
  payouts_stuck: ["Payouts that have had a nonce for an hour and are in no block"],
  hot_wallet_stopped: ["1 while a hot wallet is paused or stopped itself, else 0"],
  hot_wallet_days_left: ["Days that the hot wallet lasts at what it sent in the last seven; +Inf if nothing"],
  backup_last_timestamp_seconds: ["Moment of the data in the newest complete backup; 0 before the first"],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>;

/** What each node reports of itself. */
const own = {
  database_reachable: ["1 if this node could read the database for these metrics, else 0"],
  disk_free_ratio: ["Free share of this node's disks, from 0 to 1", "folder"],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>;

type Labels = Partial<Record<"condition" | "lane" | "state" | "queue" | "folder" | "wallet", string>>;
type Sample = readonly [name: keyof typeof shared, value: number, labels?: Labels];

/** A scrape gives up after ten seconds, and then the node would seem to be down. */
const readWithinMs = 3 * second;

/** The state of the house as gauges. Where the database does not answer, the node's own are still there. */
export function houseGauges(registry: Registry, deps: Pick<Deps, "db" | "clock" | "folders">) {
  const gaugesOf = (table: Readonly<Record<string, readonly [string, ...string[]]>>) =>
    new Map(
      Object.entries(table).map(([name, [help, ...labelNames]]) => [
        name,
        { labelNames, gauge: new Gauge<string>({ name, help, labelNames, registers: [registry] }) },
      ]),
    );
  const sharedGauges = gaugesOf(shared);
  const ownGauges = gaugesOf(own);
  // One reading at a time: while the database hangs, each further one would take another connection.
  let reading: Promise<Sample[]> | undefined;

  return async () => {
    reading ??= samples(deps.db, deps.clock()).finally(() => (reading = undefined));
    const read = await Promise.race([
      reading.catch(() => undefined),
      sleep(readWithinMs, undefined, { ref: false }),
    ]);
    // Values of an earlier reading would look like today's.
    for (const { gauge, labelNames } of sharedGauges.values()) {
      // Resetting a gauge without labels would make it 0.
      if (labelNames.length > 0) gauge.reset();
      else gauge.remove();
    }
    for (const [name, value, labels = {}] of read ?? [])
      sure(sharedGauges.get(name)).gauge.set(labels, value);
    sure(ownGauges.get("database_reachable")).gauge.set(read ? 1 : 0);
    for (const { folder, freeBytes, totalBytes } of await disksOf(deps.folders))
      sure(ownGauges.get("disk_free_ratio")).gauge.set({ folder }, Number(freeBytes) / Number(totalBytes));
  };
}

async function samples(db: Db, now: Date): Promise<Sample[]> {
  const [alerts, lanes, queues, pool, closing, progress, unsealed, backupAt, coins, payouts] =
    await Promise.all([
      activeAlerts(db),
      laneFigures(db),
      queuesAt(db, now),
      poolOutlook(db),
      lastClosingSeconds(db),
      closingProgress(db, now),
      unsealedSeconds(db),
      lastBackupAt(db),
      coinState(db),
      payoutFigures(db, now),
    ]);
  const active = new Set(alerts.active.map(({ condition }) => condition));
  const ageOf = (iso: string | null) =>
    iso === null ? 0 : Math.max(0, (now.getTime() - Date.parse(iso)) / second);
  return [
    ...alertConditionNames.map((condition): Sample => [
      "alert_active",
      active.has(condition) ? 1 : 0,
      { condition },
    ]),
    [
      "alerts_last_check_timestamp_seconds",
      Date.parse(alerts.checkedAt ?? new Date(0).toISOString()) / second,
    ],
    ...lanes.flatMap(({ lane, waiting, retrying, failed, oldestSeconds }): Sample[] => [
      ["jobs_waiting", waiting, { lane, state: "waiting" }],
      ["jobs_waiting", retrying, { lane, state: "retrying" }],
      ["jobs_waiting", failed, { lane, state: "failed" }],
      ["jobs_oldest_seconds", oldestSeconds, { lane }],
    ]),
    ...Object.entries(queues).flatMap(([queue, { count, late, oldestAt }]): Sample[] => [
      ["requests_waiting", count, { queue }],
      ["requests_late", late, { queue }],
      ["requests_oldest_seconds", ageOf(oldestAt), { queue }],
    ]),
    ["pool_coins", fcToWire(pool.balanceFc)],
    ["pool_days_left", pool.daysLeft ?? Infinity],
    ["closing_duration_seconds", closing],
    ["closing_missed_days", progress?.missedDays ?? 0],
    ["ledger_unsealed_seconds", unsealed],
    ...coinSamples(coins),
    ...payouts.open.map(({ state, count }): Sample => ["payouts_open", count, { state }]),
    ["payouts_stuck", payouts.stuck],
    ["hot_wallet_stopped", payouts.isStopped ? 1 : 0],
    ["hot_wallet_days_left", payouts.daysLeft ?? Infinity],
    ["backup_last_timestamp_seconds", (backupAt?.getTime() ?? 0) / second],
  ];
}

/** Empty where no chain is connected. */
function coinSamples(coins: CoinState | undefined): Sample[] {
  if (!coins) return [];
  const { compared, depositsWithoutRequest } = coins;
  return [
    ...(compared?.wallets ?? []).flatMap(({ address: wallet, onChain, unexplained }): Sample[] => [
      ["coins_in_wallet", Number(onChain), { wallet }],
      ["coins_unexplained", Number(unexplained), { wallet }],
    ]),
    ["coins_compared_timestamp_seconds", (compared?.at.getTime() ?? 0) / second],
    ["deposits_without_request", depositsWithoutRequest],
  ];
}

async function lastClosingSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from sealed_at - opened_at)::float8 as seconds
    from closings where state = 'sealed' order by day desc limit 1`.execute(db);
  return rows[0]?.seconds ?? 0;
}
