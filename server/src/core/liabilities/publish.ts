import { randomUUID } from "node:crypto";
import { fewestMembers } from "@fc/contract/transparency/liabilities/branches";
import { nodeFrom, rootOf } from "@fc/contract/transparency/liabilities/tree";
import { after, day as dayMs, hour, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { encrypt } from "../../platform/secrets.ts";
import { post } from "../ledger/post.ts";
import { liabilitiesPublished } from "../ledger/posting.ts";
import { lastDayToClose } from "../plan/calendar.ts";
import { buildTree } from "./build.ts";
import { leafCount } from "./day-secret.ts";
import { fileKey, removeList } from "./list-files.ts";
import { NodeBytes, sha256 } from "./node-bytes.ts";
import { splitForDay } from "./parts.ts";
import { takeSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * How long leaves are kept; roots and branches stay for ever. A member who looks once a month finds the proof of every day, and the
 * leaves of 1,000,000 members take 4.5 GB.
 */
const keptListDays = 31;
/** A list that is not published by then belongs to a build that was interrupted. */
const longestBuildMs = hour;

type PublishDeps = Pick<Deps, "db" | "databaseClock" | "files" | "secretKey" | "log">;

/** Publishes what is owed to all members, once a day after the closing. See "Once a day" in docs/architecture.md. */
export function publishLiabilitiesTask(deps: PublishDeps): Task {
  const { db, databaseClock } = deps;
  return {
    name: "liabilities.publish",
    everyMs: 5 * minute,
    longestRunMs: longestBuildMs,
    async hasWork() {
      const now = await databaseClock();
      return (await dayToPublish(db, now)) !== undefined || (await oldLists(db, now)).length > 0;
    },
    async run() {
      await forgetOldLists(deps);
      const day = await dayToPublish(db, await databaseClock());
      if (day !== undefined) await publishDay(deps, day);
    },
  };
}

/** The last day that has ended, if it is closed and not published. A day that was missed cannot be made up for. */
async function dayToPublish(db: Db, now: Date): Promise<string | undefined> {
  const ended = lastDayToClose(now);
  const closing = await db
    .selectFrom("closings")
    .select("day")
    .where("day", "=", ended)
    .where("state", "=", "sealed")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("liabilities").select("day").where("day", "=", ended))),
    )
    .executeTakeFirst();
  return closing?.day;
}

async function publishDay(
  { db, databaseClock, files, secretKey, log }: PublishDeps,
  day: string,
): Promise<void> {
  const takenAt = await databaseClock();
  const snapshot = await takeSnapshot(db);
  if (snapshot.highestId === 0) return;
  const leaves = leafCount(snapshot.highestId);
  const list = { id: randomUUID(), leaves };
  const isLarge = snapshot.holders >= fewestMembers;
  const { daySecret, parts, isEven } = await splitForDay(snapshot, { evenly: isLarge });
  const withheld: Publication["withheld"] = isEven ? null : isLarge ? "uneven" : "few";
  const secret = encrypt(secretKey, secretPurpose(list.id), daySecret);
  await atomically(db, beginList, { ...list, day, secret, begun_at: takenAt });
  const { partNodes, branches } = await buildTree({
    day,
    snapshot,
    daySecret,
    parts,
    keepFile: (number, bytes) => files.write(fileKey(list, number), bytes),
  });
  const top = nodeFrom(new NodeBytes(partNodes).top().toString("hex"));
  const root = rootOf(sha256, { day, leaves, top });
  const shown = { branches: withheld === null ? branches : null, withheld };
  await atomically(db, publish, { day, takenAt, snapshot, list, partNodes, root, ...shown });
  log.info({ day, root, leaves, withheld }, "liabilities published");
}

export const secretPurpose = (listId: string) => `liability-list:${listId}`;

interface NewList {
  id: string;
  day: string;
  secret: Buffer;
  leaves: number;
  begun_at: Date;
}

async function beginList(tx: Tx, list: NewList): Promise<void> {
  await tx.insertInto("liability_lists").values(list).execute();
}

interface Publication {
  day: string;
  takenAt: Date;
  snapshot: Snapshot;
  list: { id: string; leaves: number };
  partNodes: Buffer;
  branches: Buffer | null;
  withheld: "few" | "uneven" | null;
  root: string;
}

/** The key of the entry lets it happen once: of two builds of a day the second one is refused, with its root. */
async function publish(tx: Tx, publication: Publication): Promise<void> {
  const { day, takenAt, snapshot, list, partNodes, branches, withheld, root } = publication;
  const { totals } = snapshot;
  await tx.updateTable("liability_lists").set({ part_nodes: partNodes }).where("id", "=", list.id).execute();
  const { leaves } = list;
  const content = { key: `liabilities/${day}`, effectiveAt: takenAt, day, root, leaves, ...totals };
  const entryId = await post(tx, liabilitiesPublished(content));
  await tx
    .insertInto("liabilities")
    .values({
      day,
      taken_at: takenAt,
      snapshot: snapshot.text,
      sealed_id: snapshot.sealedId,
      list_id: list.id,
      root: Buffer.from(root, "hex"),
      leaves,
      owed_fc: totals.owedFc,
      locked_fc: totals.lockedFc,
      entry_id: entryId,
      branches,
      withheld,
    })
    .execute();
}

function oldLists(db: Db, now: Date) {
  return db
    .selectFrom("liability_lists")
    .select(["id", "leaves"])
    .where(({ or, and, eb }) =>
      or([
        eb("begun_at", "<", after(now, -keptListDays * dayMs)),
        and([eb("begun_at", "<", after(now, -longestBuildMs)), eb("part_nodes", "is", null)]),
      ]),
    )
    .execute();
}

/** First the files, then the row: what is interrupted is done again. */
async function forgetOldLists({ db, databaseClock, files }: PublishDeps): Promise<void> {
  for (const list of await oldLists(db, await databaseClock())) {
    await removeList(files, list);
    await atomically(db, deleteList, list.id);
  }
}

async function deleteList(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("liability_lists").where("id", "=", id).execute();
}
