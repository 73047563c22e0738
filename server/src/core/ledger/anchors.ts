import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { alertWebhookTaskName } from "../alerts/webhook.ts";
import { mailAnchorTaskName } from "../anchors/mail-task.ts";
import { sendOperatorMail } from "../mails/mails.ts";
import { activeAdmins } from "../operators/admins.ts";
import { newestHead } from "./verify.ts";

type AnchorDeps = Pick<Deps, "db" | "databaseClock" | "publicUrl" | "alertWebhook" | "anchorsDir">;

/**
 * Once a day the head of the seal chain leaves the database: to every admin's mailbox, to everybody who subscribed, to
 * the webhook, to the public page and into a file of each worker's node. Somebody who rewrites the ledger and seals it again cannot rewrite those.
 */
export function anchorTask({ db, databaseClock, publicUrl, alertWebhook, anchorsDir }: AnchorDeps): Task {
  return {
    name: "ledger.anchor",
    everyMs: 15 * minute,
    hasWork: async () => {
      const isKept = (await keptAnchors(anchorsDir)).includes(`${indiaDayOf(await databaseClock())} `);
      return !isKept && (await newestHead(db)) !== undefined;
    },
    async run() {
      const hasWebhook = alertWebhook !== undefined;
      await atomically(db, tellAnchor, { now: await databaseClock(), publicUrl, hasWebhook });
      await keepAnchors(db, anchorsDir);
    },
  };
}

async function tellAnchor(
  tx: Tx,
  { now, publicUrl, hasWebhook }: { now: Date; publicUrl: string; hasWebhook: boolean },
): Promise<void> {
  const day = indiaDayOf(now);
  const head = await newestHead(tx);
  if (head === undefined) return;
  const isFirst = await tx
    .insertInto("ledger_anchors")
    .values({ day, head, told_at: now, ...(await newestRoot(tx)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("day")
    .executeTakeFirst();
  if (!isFirst) return;
  await enqueue(tx, { task: mailAnchorTaskName, lane: "bulk", payload: { day }, dedupeKey: day, now });
  if (hasWebhook) {
    const text = `The ledger's seal chain of ${day} ends with ${head}. Keep it.`;
    const body = JSON.stringify({
      type: "ledger.anchor",
      timestamp: now.toISOString(),
      text,
      data: { day, head, url: `${publicUrl}/console/ledger` },
    });
    await enqueue(tx, {
      task: alertWebhookTaskName,
      lane: "alerts",
      payload: { id: `anchor-${day}`, body },
      now,
    });
  }
  for (const to of await activeAdmins(tx)) {
    await sendOperatorMail(tx, { kind: "ledger-anchor", to, now, values: { day, head } });
  }
}

/** Nothing where no liabilities were published yet. */
async function newestRoot(db: Db): Promise<{ root: string; root_day: string } | undefined> {
  return db
    .selectFrom("liabilities")
    .select([sql<string>`encode(root, 'hex')`.as("root"), sql<string>`day::text`.as("root_day")])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
}

const fileName = "ledger.txt";

/** Adds the days that this node's file does not have yet. A line that was written stays, whatever the database says. */
async function keepAnchors(db: Db, folder: string): Promise<void> {
  const kept = await keptAnchors(folder);
  const lastDay = /(\S+) \S+\n$/.exec(kept)?.[1];
  let missing = db
    .selectFrom("ledger_anchors")
    .select([sql<string>`day::text`.as("day"), "head"])
    .orderBy("day");
  if (lastDay !== undefined) missing = missing.where("day", ">", lastDay);
  const rows = await missing.execute();
  if (rows.length === 0) return;
  await mkdir(folder, { recursive: true });
  const lines = rows.map(({ day, head }) => `${day} ${head}\n`).join("");
  await appendFile(join(folder, fileName), lines, { mode: 0o600, flush: true });
}

async function keptAnchors(folder: string): Promise<string> {
  return readFile(join(folder, fileName), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

const headPattern = /^\d+:[0-9a-f]{64}$/;

/** What `--anchor` names: a head, or a file of anchors. Throws a sentence if it is neither. */
export async function anchorsIn(given: string): Promise<string[]> {
  if (headPattern.test(given)) return [given];
  const text = await readFile(given, "utf8").catch(() => {
    throw new Error(`--anchor: ${given} is neither a head, such as 12:9f…, nor a file that can be read`);
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, at) => {
    const head = line.trim().split(/\s+/).at(-1) ?? "";
    if (!headPattern.test(head)) throw new Error(`--anchor: line ${at + 1} of ${given} holds no head`);
    return head;
  });
}
