import { sure } from "@fc/contract/sure";
import { feedLeavesOut } from "@fc/contract/notifications/kinds";
import type { MemberEventKind } from "@fc/contract/security/portal";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { insertRows, unnested } from "../../platform/unnested.ts";
import { changeMails, type ChangeKind, type ChangeValues } from "../mails/change-mails.ts";
import { mailFrom } from "../mails/mail.ts";
import { deviceWords } from "../mails/words.ts";
import { noteForSignals } from "../signals/news.ts";
import { queuePush } from "../notifications/push-queue.ts";

/** Where a call came from. */
export interface Client {
  ip: string;
  userAgent: string;
}

interface MemberEvent {
  memberId: number;
  kind: MemberEventKind;
  /** The particular, as the member's page shows it: an amount, a masked number. */
  detail?: string;
  client: Client;
  now: Date;
}

/** Events after which the rules of fraud signals look at the member again. */
const lookedAt: ReadonlySet<MemberEventKind> = new Set([
  "bank-changed",
  "pan-added",
  "pan-corrected",
  "profile-corrected",
  "coin-address-changed",
  "profile-changed",
  "password-changed",
  "withdrawal-requested",
  "stake-undone",
]);

/** Records what was done, when and from where, for the Security page and the feed, in the transaction that does it. */
export async function recordMemberEvent(tx: Tx, ...events: MemberEvent[]): Promise<void> {
  const rows = events.map(({ memberId, kind, detail = "", client, now }) => ({
    member_id: memberId,
    kind,
    detail,
    ip: client.ip,
    user_agent: client.userAgent.slice(0, 300),
    happened_at: now,
  }));
  const types = {
    member_id: "int",
    kind: "text",
    detail: "text",
    ip: "text",
    user_agent: "text",
    happened_at: "timestamptz",
  };
  const { rows: recorded } = await sql<RecordedEvent>`
    ${insertRows("member_events", rows, types)} returning id, member_id, kind`.execute(tx);
  const looked = recorded.filter(({ kind }) => lookedAt.has(kind)).map(({ member_id }) => member_id);
  if (looked.length > 0) await noteForSignals(tx, ...looked);
  const told = recorded.filter(({ kind }) => !feedLeavesOut.some((left) => left === kind));
  if (told.length > 0) await tellDevices(tx, told, sure(events[0]).now);
}

interface RecordedEvent {
  id: bigint;
  member_id: number;
  kind: MemberEventKind;
}

async function tellDevices(tx: Tx, events: readonly RecordedEvent[], now: Date): Promise<void> {
  const items = events.map(({ id, member_id }) => ({ member_id, item: `e${id}` }));
  const told = sql`select * from ${unnested(items, { member_id: "int", item: "text" })}`;
  await queuePush(tx, { kind: "security", told, now });
}

type ChangeToNote<Kind extends ChangeKind> = Omit<MemberEvent, "memberId" | "kind"> & {
  kind: Kind;
  actor: Pick<MemberSession, "memberId" | "refId" | "name" | "email" | "language">;
  /** What the mail says of the change. */
  values: ChangeValues[Kind];
};

/** A sensitive change: recorded, and mailed to the member with what, when, from where and how to react. */
export async function noteChange<Kind extends ChangeKind>(tx: Tx, change: ChangeToNote<Kind>): Promise<void> {
  const { actor, kind, values, client, now } = change;
  await recordMemberEvent(tx, { ...change, memberId: actor.memberId });
  const origin = { device: deviceWords(client.userAgent), ip: client.ip };
  await queueMail(tx, mailFrom(changeMails[kind], { to: actor, now, origin, values }));
}
