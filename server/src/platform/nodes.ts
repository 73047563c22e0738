import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { after, day, minute } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import { releaseVersion } from "./release.ts";

/** A node that has not reported for this long has stopped. */
export const reportedWithinMs = 10 * minute;

/** One process that serves. Machines may have the same name, so the name alone does not tell two apart. */
export interface Node {
  process: string;
  /** What a person knows it by: its machine and port, which stay when it is started again. */
  name: string;
}

export const nodeAt = (port: number): Node => ({ process: randomUUID(), name: `${hostname()}:${port}` });

/** A node says that it runs, which release, and what of its settings is unsafe. */
export async function reportNode(
  tx: Tx,
  { node: { process, name }, unsafe, isFirst, now }: NodeReport,
): Promise<void> {
  // The process that had this port before is gone. Another machine of this name comes back with its next report.
  if (isFirst) await tx.deleteFrom("nodes").where("node", "=", name).execute();
  const reported = { unsafe: [...unsafe], version: releaseVersion, reported_at: now };
  await tx
    .insertInto("nodes")
    .values({ process, node: name, ...reported })
    .onConflict((conflict) => conflict.column("process").doUpdateSet(reported))
    .execute();
  await tx.deleteFrom("nodes").where("reported_at", "<", after(now, -day)).execute();
}

interface NodeReport {
  node: Node;
  unsafe: readonly string[];
  isFirst: boolean;
  now: Date;
}

/** What of the settings of running nodes is unsafe. */
export async function unsafeNodes(db: Db, now: Date): Promise<{ node: string; unsafe: string[] }[]> {
  return db
    .selectFrom("nodes")
    .select(["node", "unsafe"])
    .where("reported_at", ">=", after(now, -reportedWithinMs))
    .where(sql<boolean>`unsafe <> '{}'`)
    .orderBy("node")
    .execute();
}

/** Running nodes with the release of each; null is one that does not say it, because it is older. */
export async function runningNodes(
  db: Db,
  now: Date,
): Promise<{ node: string; version: string | null; reportedAt: Date }[]> {
  const since = after(now, -reportedWithinMs);
  const { rows } = await sql<{ node: string; version: string | null; reportedAt: Date }>`
    select node, version, reported_at as "reportedAt" from nodes where reported_at >= ${since}
    union all
    select node, null, max(reported_at) from node_disks
    where reported_at >= ${since} and not exists (select from nodes where nodes.node = node_disks.node
      and nodes.reported_at >= ${since})
    group by node
    order by node`.execute(db);
  return rows;
}

/**
 * Whether no node of the release before runs any more. Those report their disks, by the name of their machine alone, and
 * nothing of themselves. After a week it counts as gone: who writes as a request could pretend for ever that there is one.
 */
export async function isReleaseBeforeGone(db: Db, now: Date): Promise<boolean> {
  const since = after(now, -reportedWithinMs);
  const { rows } = await sql<{ is_gone: boolean }>`
    select not exists (
      select from node_disks where reported_at >= ${since}
        and not exists (select from nodes where nodes.node = node_disks.node and nodes.reported_at >= ${since})
    ) or exists (
      select from schema_migrations
      where name = '0122_nodes_and_pictures.sql' and applied_at < now() - interval '7 days'
    ) as is_gone`.execute(db);
  return rows[0]?.is_gone ?? false;
}
