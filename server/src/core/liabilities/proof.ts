import type { Fc } from "@fc/contract/units";
import { sure, recordOf } from "@fc/contract/sure";
import {
  countedAccounts,
  proofFormat,
  type CountedAccount,
  type OwnProof,
  type Published,
} from "@fc/contract/transparency/liabilities/check";
import {
  leavesPerMember,
  nodeFrom,
  nodeText,
  pathOf,
  type TreeNode,
} from "@fc/contract/transparency/liabilities/tree";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { decrypt } from "../../platform/secrets.ts";
import { accountSql, memberAccount } from "../ledger/accounts.ts";
import { leafCount, leafPlaces, memberSecrets } from "./day-secret.ts";
import { leavesPerFile, readFile, type KeptList } from "./list-files.ts";
import { NodeBytes, sha256 } from "./node-bytes.ts";
import { secretPurpose } from "./publish.ts";

interface Wanted {
  memberId: number;
  day: string;
}

/** A member's proof of a day; undefined if the list is not kept any more, or the member joined later. */
export async function proofOf(
  { db, files, secretKey }: Pick<Deps, "db" | "files" | "secretKey">,
  { memberId, day }: Wanted,
): Promise<OwnProof | undefined> {
  const row = await keptDay(db, { memberId, day });
  if (!row?.part_nodes || leafCount(memberId) > row.leaves) return undefined;
  const list = { id: row.list_id, leaves: row.leaves };
  const daySecret = decrypt(secretKey, secretPurpose(list.id), row.secret);
  const placeOf = leafPlaces(daySecret, list.leaves);
  const leaves: OwnProof["leaves"] = [];
  for (let part = 0; part < leavesPerMember; part++) {
    const found = await leafAt(files, list, { partNodes: row.part_nodes, position: placeOf(memberId, part) });
    if (!found) return undefined;
    leaves.push(found);
  }
  return {
    format: proofFormat,
    refId: row.ref_id,
    nonce: memberSecrets(daySecret, memberId, 1)(memberId).nonce,
    accounts: await accountsAt(db, memberId, row),
    leaves,
    published: toPublished(row),
  };
}

function keptDay(db: Db, { memberId, day }: Wanted) {
  return db
    .selectFrom("liabilities")
    .innerJoin("liability_lists", "liability_lists.id", "liabilities.list_id")
    .innerJoin("members", (join) => join.on("members.id", "=", memberId))
    .select([
      "liabilities.day",
      "liabilities.taken_at",
      "liabilities.snapshot",
      "liabilities.sealed_id",
      "liabilities.list_id",
      "liabilities.root",
      "liabilities.leaves",
      "liabilities.owed_fc",
      "liabilities.locked_fc",
      "liabilities.entry_id",
      "liability_lists.secret",
      "liability_lists.part_nodes",
      "members.ref_id",
    ])
    .where("liabilities.day", "=", day)
    .executeTakeFirst();
}

interface PublishedRow {
  day: string;
  taken_at: Date;
  root: Buffer;
  leaves: number;
  owed_fc: Fc;
  locked_fc: Fc;
}

export function toPublished(row: PublishedRow): Published {
  return {
    day: row.day,
    takenAt: row.taken_at.toISOString(),
    root: row.root.toString("hex"),
    leaves: row.leaves,
    owed: String(row.owed_fc),
    locked: String(row.locked_fc),
  };
}

/** Reads the one file that has the leaf, and the nodes over all files. */
async function leafAt(
  files: FileStore,
  list: KeptList,
  { partNodes, position }: { partNodes: Buffer; position: number },
): Promise<OwnProof["leaves"][number] | undefined> {
  const fileNumber = Math.floor(position / leavesPerFile);
  const file = await readFile(files, list, fileNumber);
  if (!file) return undefined;
  const nodes = nodesIn(file);
  const at = position % leavesPerFile;
  const leaf = sure(nodes[at]);
  const path = [...pathOf(sha256, nodes, at), ...pathOf(sha256, nodesIn(partNodes), fileNumber)];
  return {
    position,
    owed: String(leaf.owedFc),
    locked: String(leaf.lockedFc),
    path: Buffer.from(path.map(nodeText).join(""), "hex").toString("base64"),
  };
}

function nodesIn(bytes: Buffer): TreeNode[] {
  const nodes = new NodeBytes(bytes);
  return Array.from({ length: nodes.count }, (_, at) => nodeFrom(nodes.textAt(at)));
}

/**
 * A member's balances at the moment of the snapshot, added up from the lines of the ledger. The leaves were made of the
 * stored balances, so a balance that somebody changed without an entry makes the two differ.
 */
async function accountsAt(
  db: Db,
  memberId: number,
  { snapshot, sealed_id, entry_id }: { snapshot: string; sealed_id: bigint | null; entry_id: bigint },
): Promise<Record<CountedAccount, string>> {
  const ids = countedAccounts.map((account) => memberAccount(memberId, account));
  const side = (own: "debit_id" | "credit_id") => sql`
    select ${sql.ref(own)} as id, entry_id, ${own === "debit_id" ? sql`-amount` : sql`amount`} as change
    from ledger_postings where ${sql.ref(own)} = any (${ids}::bigint[]) and ${sql.raw(accountSql.isMembers(own))}`;
  const { rows } = await sql<{ id: bigint; balance: string }>`
    select line.id, sum(change)::text as balance
    from (${side("debit_id")} union all ${side("credit_id")}) line
      join ledger_entries entry on entry.id = line.entry_id
    -- Transaction numbers alone are not enough: those of a restored database begin again.
    where entry.id < ${entry_id}
      and (entry.id <= ${sealed_id} or pg_visible_in_snapshot(entry.xid, ${snapshot}::pg_snapshot))
    group by line.id`.execute(db);
  const found = new Map(rows.map(({ id, balance }) => [id, balance]));
  return recordOf(countedAccounts, (_account, at) => found.get(sure(ids[at])) ?? "0");
}
