import { sure } from "@fc/contract/sure";
import type { consoleMemberHistory, TreeMember, TreePlace } from "@fc/contract/members/console-history";
import { memberPageRows } from "@fc/contract/members/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import type { ResponseOf } from "@fc/contract/route";
import { wallets } from "@fc/contract/wallet/kinds";
import { withdrawKinds } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import { statementPage } from "../../core/ledger/statement.ts";
import { deviceWords } from "../../core/mails/words.ts";
import { subtree, type TreeNode } from "../../core/network/subtree.ts";
import { pushWords } from "../../core/notifications/push-words.ts";
import { referenceOfEntry } from "../../core/receipts/references.ts";
import type { ReadDb } from "../../platform/db.ts";
import { openSessionsOf } from "../../platform/sessions.ts";

type History = ResponseOf<typeof consoleMemberHistory>["data"];
const limit = memberPageRows;
/** How far back transfers are looked for: withdrawals and staking requests have tables of their own. */
const searchedLines = 200;
const levelsAbove = 3;

interface Member {
  id: number;
  email: string;
}

export async function memberHistory(db: ReadDb, member: Member, now: Date): Promise<History> {
  const memberId = member.id;
  const [withdrawals, stakingRequests, moved, told, signIns, above, below] = await Promise.all([
    withdrawalsOf(db, memberId),
    stakingRequestsOf(db, memberId),
    movedBy(db, memberId),
    toldTo(db, member),
    signInsOf(db, memberId, now),
    membersAbove(db, memberId),
    placesBelow(db, memberId),
  ]);
  const receipts = [
    ...stakingRequests.map(({ reference, requestedAt, amountUsd }) => ({
      reference,
      at: requestedAt,
      amountFc: null,
      amountUsd,
    })),
    ...withdrawals.map(({ reference, requestedAt, amountFc }) => ({
      reference,
      at: requestedAt,
      amountFc,
      amountUsd: null,
    })),
    ...moved,
  ];
  const byReference = new Map(receipts.map((receipt) => [receipt.reference, receipt]));
  return {
    withdrawals,
    stakingRequests,
    receipts: [...byReference.values()]
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, limit)
      .map((receipt) => ({ ...receipt, kind: sure(recordOfReference(receipt.reference)).kind })),
    told,
    signIns,
    tree: { above, below },
  };
}

async function withdrawalsOf(db: ReadDb, memberId: number): Promise<History["withdrawals"]> {
  const rows = await db
    .selectFrom("withdrawals")
    .select(["id", "currency_type", "amount_fc", "status", "is_cancelled", "requested_at", "decided_at"])
    .select(["reason", "transaction_id"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    reference: referenceOf(withdrawKinds[row.currency_type].receipt, row.id),
    status: row.status,
    isCancelled: row.is_cancelled,
    requestedAt: row.requested_at.toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    amountFc: fcToWire(row.amount_fc),
    transactionId: row.transaction_id,
  }));
}

async function stakingRequestsOf(db: ReadDb, memberId: number): Promise<History["stakingRequests"]> {
  const rows = await db
    .selectFrom("staking_requests")
    .select([
      "id",
      "amount_usd_cents",
      "status",
      "is_cancelled",
      "requested_at",
      "decided_at",
      "reason",
      "utr",
    ])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    reference: referenceOf("staking-request", row.id),
    status: row.status,
    isCancelled: row.is_cancelled,
    requestedAt: row.requested_at.toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    amountUsd: usdCentsToWire(row.amount_usd_cents),
    utr: row.utr,
  }));
}

/** What moved at once, by the newest lines of the wallets: transfers and stakes from the transfer wallet. */
async function movedBy(db: ReadDb, memberId: number) {
  const { lines } = await statementPage(db, { memberId, accounts: wallets, limit: searchedLines });
  return lines.flatMap(({ entryId, kind, key, effectiveAt, amountFc }) => {
    const reference = referenceOfEntry({ id: entryId, kind, key });
    if (reference === null || (kind !== "transfer" && kind !== "stake_from_transfer")) return [];
    return [{ reference, at: effectiveAt.toISOString(), amountFc: fcToWire(amountFc), amountUsd: null }];
  });
}

/** What the portal told the member in the feed and by mail. The words of a mail are gone once it is sent. */
async function toldTo(db: ReadDb, { id, email }: Member): Promise<History["told"]> {
  const [lines, mails] = await Promise.all([
    db
      .selectFrom("notifications")
      .select(["id", "kind", "happened_at"])
      .where("member_id", "=", id)
      .orderBy("happened_at", "desc")
      .limit(limit)
      .execute(),
    db
      .selectFrom("mails")
      .select(["id", "subject", "created_at", "sent_at"])
      .where("recipient", "=", email)
      .orderBy("id", "desc")
      .limit(limit)
      .execute(),
  ]);
  const inApp = lines.map((line) => ({
    id: `app-${line.id}`,
    channel: "app" as const,
    text: pushWords[line.kind].en,
    at: line.happened_at.toISOString(),
    sentAt: null,
  }));
  const byMail = mails.map((mail) => ({
    id: `mail-${mail.id}`,
    channel: "mail" as const,
    text: mail.subject,
    at: mail.created_at.toISOString(),
    sentAt: mail.sent_at?.toISOString() ?? null,
  }));
  return [...inApp, ...byMail].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, limit);
}

/** Every sign-in, also of sessions that are over; not the member views of operators, which are in the log. */
async function signInsOf(db: ReadDb, memberId: number, now: Date): Promise<History["signIns"]> {
  const [rows, open] = await Promise.all([
    db
      .selectFrom("sessions")
      .select(["id", "ip", "user_agent", "created_at", "last_seen_at"])
      .where("member_id", "=", memberId)
      .where("looking_operator_id", "is", null)
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute(),
    openSessionsOf(db, { memberId, now }),
  ]);
  const openIds = new Set(open.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at.toISOString(),
    device: deviceWords(row.user_agent).en,
    ip: row.ip,
    lastSeenAt: row.last_seen_at.toISOString(),
    isOpen: openIds.has(row.id),
  }));
}

/** The nearest first. */
async function membersAbove(db: ReadDb, memberId: number): Promise<TreeMember[]> {
  const { rows } = await sql<{ parent_id: number }>`
    with recursive above as (
      select parent_id, 1 as level from placements where member_id = ${memberId}
      union all
      select placements.parent_id, above.level + 1 from above
      join placements on placements.member_id = above.parent_id
      where above.level < ${levelsAbove}
    )
    select parent_id from above where parent_id is not null order by level`.execute(db);
  const nodes = await Promise.all(rows.map(({ parent_id }) => subtree(db, parent_id, 0)));
  return nodes.flatMap((node) => (node ? [toMember(node)] : []));
}

async function placesBelow(db: ReadDb, memberId: number): Promise<TreePlace[]> {
  const children = (await subtree(db, memberId, 2))?.children;
  if (!children) return [];
  const orNull = (node: TreeNode | null | undefined) => (node ? toMember(node) : null);
  return (["left", "right"] as const).map((side) => {
    const child = children[side];
    return {
      side,
      member: orNull(child),
      left: orNull(child?.children?.left),
      right: orNull(child?.children?.right),
    };
  });
}

function toMember({ refId, name, side, isActive, legs }: TreeNode): TreeMember {
  return { refId, name, side, isActive, team: legs.left.users + legs.right.users };
}
