import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withDatabaseCluster, type DatabaseCluster } from "../failover-drill/cluster.ts";
import { until } from "../failover-drill/waiting.ts";
import { lossesIn, type Losses } from "../soak/books.ts";
import { Soak } from "../soak/soak.ts";
import { hasHole, missingIn, problemsAsOf } from "./comparing.ts";
import { restoreBeside, restoreCluster, secondsSince, type RestoreBuild, type Rto } from "./restoring.ts";

interface RestoreOptions {
  root: string;
  /** How large the database is made. */
  gigabytes: number;
  build: RestoreBuild;
  say: (line: string) => void;
}

export interface RestoreResult {
  gigabytes: number;
  operations: number;
  acknowledged: number;
  /** A second was restored beside the running cluster. */
  chosenSecond: Losses & {
    moment: string;
    acknowledgedBefore: number;
    copiedSeconds: number;
    readySeconds: number;
  };
  /** All machines were lost, and the archive remained. */
  clusterLost: {
    /** Acknowledged, and not in the archive. */
    lostWrites: number;
    /** How long before the loss the first of them was acknowledged. */
    lostSeconds: number;
    hasHole: boolean;
    secondsUntil: Rto & { moneyMoves: number };
  };
  /** Nodes of the product that ended meanwhile. */
  processesRestarted: number;
  /** What differs at the end, after money has moved on the restored cluster. */
  problems: string[];
}

/** Most that may be lost with the whole cluster. */
export const mostLostSeconds = 60;
const calmMs = 8000;
/** A large database takes long to come back. */
const patienceMs = 1_800_000;

/**
 * Members move money on the cluster of the failover drill. A chosen second is restored beside it, and then all its
 * machines are lost and it is restored from the archive. Both results are compared with what the members were told.
 */
export async function drillRestore({ root, gigabytes, build, say }: RestoreOptions): Promise<RestoreResult> {
  return withDatabaseCluster({ root, isAsynchronous: false, say }, async (cluster) => {
    await fill(cluster.ownerUrl, gigabytes);
    const soak = await Soak.open(cluster.ownerUrl, { pooler: cluster.pooler, patienceMs });
    try {
      const { operations } = soak.record;
      const begunAt = performance.now();
      await soak.during(async () => {
        // The first one is a full one on every day of the week.
        await cluster.backUp();
      });
      say(`A full backup of ${gigabytes} GB took ${secondsSince(begunAt)} s`);

      let moment = new Date();
      await soak.during(async () => {
        await sleep(calmMs);
        moment = new Date(Math.floor(Date.now() / 1000) * 1000);
        await sleep(calmMs);
        // Archives what was written so far, and waits until it has arrived.
        await cluster.pgbackrest("check");
      });
      const beside = await restoreBeside(cluster, moment, build);
      const problemsThen = await problemsAsOf(beside.ownerUrl, soak.record, moment.getTime());
      await beside.remove();
      const acknowledgedBefore = operations.filter(
        ({ acknowledgedAt = Infinity }) => acknowledgedAt < moment.getTime(),
      ).length;
      say(
        `${moment.toISOString()} was restored beside it after ${beside.readySeconds} s: ${problemsThen.length} problems`,
      );

      const clusterLost = await loseCluster(cluster, soak, say);
      const processesRestarted = soak.endedNodes;
      const { operations: count, acknowledged, problems } = await soak.check();
      return {
        gigabytes,
        operations: count,
        acknowledged: acknowledged + clusterLost.lostWrites,
        chosenSecond: {
          moment: moment.toISOString(),
          acknowledgedBefore,
          ...lossesIn(problemsThen),
          copiedSeconds: beside.copiedSeconds,
          readySeconds: beside.readySeconds,
        },
        clusterLost,
        processesRestarted,
        problems,
      };
    } finally {
      await soak.close();
    }
  });
}

/** Loses all machines while money moves, restores them, and waits until money moves again. */
async function loseCluster(cluster: DatabaseCluster, soak: Soak, say: RestoreOptions["say"]) {
  const { operations } = soak.record;
  const result = { lostWrites: 0, lostSeconds: 0, hasHole: false };
  const secondsUntil = { copied: 0, recovered: 0, whole: 0, moneyMoves: 0 };
  await soak.during(async () => {
    await untilJustBeforeArchiving(soak);
    const lostAt = Date.now();
    await cluster.loseMachines();
    const begunAt = performance.now();
    say("All machines of the database are lost with their disks; restoring …");
    Object.assign(secondsUntil, await restoreCluster(cluster));
    const known = operations.filter(({ sentAt = Infinity }) => sentAt < lostAt);
    const missing = await missingIn(cluster.ownerUrl, known);
    result.lostWrites = missing.length;
    result.lostSeconds = Math.ceil((lostAt - (missing[0]?.acknowledgedAt ?? lostAt)) / 100) / 10;
    result.hasHole = hasHole(missing, known);
    for (const operation of missing) operation.outcome = "refused";
    const backAt = performance.now();
    await until("money moves again", async () => soak.acknowledgedSince(backAt).length > 0);
    secondsUntil.moneyMoves = secondsSince(begunAt);
    await sleep(calmMs);
  });
  say(
    `${result.lostWrites} writes of ${result.lostSeconds} s are lost; money moves after ${secondsUntil.moneyMoves} s`,
  );
  return { ...result, secondsUntil };
}

/** Rows that cannot be compressed, as a ledger of that size would have. */
async function fill(ownerUrl: string, gigabytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("create table drill_filler (id int, content bytea)");
  await client.query("alter table drill_filler alter content set storage external");
  // Each row fills about half of a page.
  const rows = Math.round((gigabytes * 1024 ** 3) / 4096);
  for (let from = 0; from < rows; from += 20_000) {
    await client.query(
      `insert into drill_filler select n, (select string_agg(sha512((n || '/' || part)::bytea), '')
         from generate_series(1, 60) part) from generate_series($1::int, $2::int) n`,
      [from + 1, Math.min(rows, from + 20_000)],
    );
  }
  await client.end();
}

/** The worst moment to lose everything: what was written since the last archived file is not in the archive. */
async function untilJustBeforeArchiving(soak: Soak): Promise<void> {
  const read = async () => {
    // A large database keeps the machine busy, and HAProxy may leave a leader that answers late.
    const rows = await soak.patiently<{ archived: number; ago: number; timeout: number }>(
      `select archived_count::int as archived, extract(epoch from now() - last_archived_time)::float8 as ago,
         setting::int as timeout from pg_stat_archiver, pg_settings where name = 'archive_timeout'`,
      [],
    );
    return rows[0]!;
  };
  const { archived } = await read();
  // From a file that was archived by the time limit, not by the check before.
  await until("a file is archived", async () => (await read()).archived !== archived);
  const { ago, timeout } = await read();
  await sleep((timeout - ago - 3) * 1000);
}
