import { stat, statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { after, clocksAgree, day, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { nodeAt, reportedWithinMs, reportNode, type Node } from "../../platform/nodes.ts";

/** How much of the disk below a folder can still be written by us. */
interface Disk {
  folder: string;
  freeBytes: bigint;
  totalBytes: bigint;
}

/** Of several folders on one disk only the first is kept. A folder that does not exist yet is left out. */
export async function disksOf(folders: readonly string[]): Promise<Disk[]> {
  const disks = new Map<bigint, Disk>();
  for (const folder of folders) {
    const found = await Promise.all([stat(folder, { bigint: true }), statfs(folder, { bigint: true })]).catch(
      () => undefined,
    );
    if (!found) continue;
    const [{ dev }, { bavail, blocks, bsize }] = found;
    // What is reserved for root does not count, because PostgreSQL cannot write there.
    if (!disks.has(dev)) disks.set(dev, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  }
  return [...disks.values()];
}

/** Every node reports its own disks, whether it runs a worker or not. */
export function reportDisks(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "clock" | "databaseClock" | "log" | "folders" | "unsafe">,
): void {
  let isFirst = true;
  const report = async (node: Node) => {
    try {
      const now = await deps.databaseClock();
      if (!clocksAgree(deps.clock(), now))
        deps.log.warn({ node: deps.clock(), database: now }, "clock wrong");
      const disks = await disksOf(deps.folders);
      await atomically(deps.db, storeReport, { node, unsafe: deps.unsafe, isFirst, disks, now });
      isFirst = false;
    } catch (error) {
      deps.log.warn({ err: error }, "disks not reported");
    }
  };
  let timer: NodeJS.Timeout;
  app.addHook("onListen", () => {
    const at = app.server.address();
    const node = nodeAt(typeof at === "object" && at !== null ? at.port : 0);
    timer = setInterval(() => void report(node), minute).unref();
    return report(node);
  });
  app.addHook("onClose", async () => clearInterval(timer));
}

interface Report {
  node: Node;
  unsafe: readonly string[];
  isFirst: boolean;
  disks: Disk[];
  now: Date;
}

/** All at once, because disks of a node that does not report itself are those of the release before. */
async function storeReport(tx: Tx, { node, unsafe, isFirst, disks, now }: Report): Promise<void> {
  await reportNode(tx, { node, unsafe, isFirst, now });
  await storeDisks(tx, { node: node.name, disks, now });
  await storeLogin(tx, { node: node.name, now });
}

async function storeDisks(
  tx: Tx,
  { node, disks, now }: { node: string; disks: Disk[]; now: Date },
): Promise<void> {
  for (const { folder, freeBytes, totalBytes } of disks) {
    const reported = { free_bytes: freeBytes, total_bytes: totalBytes, reported_at: now };
    await tx
      .insertInto("node_disks")
      .values({ node, folder, ...reported })
      .onConflict((conflict) => conflict.columns(["node", "folder"]).doUpdateSet(reported))
      .execute();
  }
  // Of nodes that are gone for good.
  await tx.deleteFrom("node_disks").where("reported_at", "<", after(now, -day)).execute();
}

/** Only of a node whose requests have the worker's rights: it is to get a login of its own. */
async function storeLogin(tx: Tx, { node, now }: { node: string; now: Date }): Promise<void> {
  await sql`insert into node_logins (node, login, reported_at) select ${node}, session_user, ${now}
    where pg_has_role(session_user, 'fc_app', 'usage')
    on conflict (node) do update set login = excluded.login, reported_at = excluded.reported_at`.execute(tx);
  await tx.deleteFrom("node_logins").where("reported_at", "<", after(now, -day)).execute();
}

/** Running nodes whose requests have the worker's rights. */
export async function nodesWithWorkersRights(db: Db, now: Date): Promise<{ node: string; login: string }[]> {
  return db
    .selectFrom("node_logins")
    .select(["node", "login"])
    .where("reported_at", ">=", after(now, -reportedWithinMs))
    .orderBy("node")
    .execute();
}

/** The disks of running nodes with less than a share free, the fullest first. */
export async function fullDisks(
  db: Db,
  { belowPercent, now }: { belowPercent: number; now: Date },
): Promise<{ node: string; folder: string; percent: number }[]> {
  const rows = await db
    .selectFrom("node_disks")
    .select(["node", "folder", "free_bytes", "total_bytes"])
    .where("reported_at", ">=", after(now, -reportedWithinMs))
    .where("total_bytes", ">", 0n)
    .execute();
  return rows
    .map(({ node, folder, free_bytes: free, total_bytes: total }) => ({
      node,
      folder,
      percent: Number((free * 1000n) / total) / 10,
    }))
    .filter(({ percent }) => percent < belowPercent)
    .toSorted((a, b) => a.percent - b.percent);
}
