import type { MemberEventKind } from "@fc/contract/security/portal";
import type { Tx } from "../../platform/db.ts";
import { deviceName, indiaTime } from "../../platform/format.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { insertRows } from "../../platform/unnested.ts";
import type { Fact } from "../otp/guard.ts";

/** Where a call came from. */
export interface Client {
  ip: string;
  userAgent: string;
}

interface MemberEvent {
  memberId: number;
  kind: MemberEventKind;
  /** What in particular, as the member is shown it: an amount, a masked number. */
  detail?: string;
  client: Client;
  now: Date;
}

/** Keeps what was done, when and from where, for the member's Security page; in the transaction of the doing. */
export async function recordEvent(tx: Tx, ...events: MemberEvent[]): Promise<void> {
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
  await insertRows("member_events", rows, types).execute(tx);
}

interface Change extends Omit<MemberEvent, "memberId"> {
  actor: Pick<MemberSession, "memberId" | "refId" | "name" | "email">;
  mail: {
    /** "Your password was changed" */
    heading: string;
    /** What follows "Hello Asha, ". */
    text: string;
    facts?: Fact[];
    /** How to react, if it was not the member. */
    note: string;
  };
}

/** For a change that only somebody who is signed in can make. */
export const ifNotYou =
  "If this was not you, somebody may be signed in as you: change your password at once, which signs out every other device, and write to support.";

/** A sensitive change: recorded, and mailed to the member with what, when, from where and how to react. */
export async function noteChange(tx: Tx, change: Change): Promise<void> {
  const { actor, mail, client, now } = change;
  await recordEvent(tx, { ...change, memberId: actor.memberId });
  await queueMail(tx, {
    to: actor.email,
    now,
    content: {
      subject: mail.heading.replace(/^Your /, "Your FC Portal "),
      heading: mail.heading,
      blocks: [
        { kind: "paragraph", text: `Hello ${actor.name}, ${mail.text}` },
        {
          kind: "facts",
          rows: [
            { label: "User ID", value: actor.refId },
            ...(mail.facts ?? []),
            { label: "When", value: indiaTime(now) },
            { label: "Device", value: deviceName(client.userAgent) },
            { label: "Internet address", value: client.ip },
          ],
        },
        { kind: "note", text: mail.note },
      ],
    },
  });
}
