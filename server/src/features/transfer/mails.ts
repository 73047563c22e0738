import { fcText, usdText } from "@fc/contract/amount-text";
import type { MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import type { Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { MailContent } from "../../platform/mail/content.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MemberSession } from "../../platform/sessions.ts";

const notYou = "If this was not you, change your password at once and write to support.";

interface Transferred {
  actor: MemberSession;
  receiver: MemberContact;
  /** An internal account needs no mail for each of thousands. */
  isInternal: boolean;
  amountFc: bigint;
  now: Date;
}

export async function mailTransferred(tx: Tx, transfers: readonly Transferred[]): Promise<void> {
  await send(tx, transfers.flatMap(mailsOf));
}

function mailsOf({ actor, receiver, isInternal, amountFc, now }: Transferred): Mail[] {
  const amount = { Amount: fcText(amountFc), When: indiaTime(now) };
  const sent: Mail = {
    to: actor,
    now,
    subject: "Your transfer was sent",
    text: "your transfer was sent.",
    facts: { ...amount, To: `${receiver.refId}, ${shortName(receiver.name)}` },
    note: notYou,
  };
  const received: Mail = {
    to: receiver,
    now,
    subject: "You received a transfer",
    text: "coins arrived in your transfer wallet.",
    facts: { ...amount, From: `${actor.refId}, ${shortName(actor.name)}` },
  };
  return isInternal ? [sent] : [sent, received];
}

interface ToppedUp {
  actor: MemberSession;
  staker: MemberContact;
  principalUsdCents: bigint;
  amountFc: bigint;
  now: Date;
}

export async function mailToppedUp(tx: Tx, input: ToppedUp): Promise<void> {
  const { actor, staker, principalUsdCents, amountFc, now } = input;
  const facts = { Package: usdText(principalUsdCents), Coins: fcText(amountFc), When: indiaTime(now) };
  const paid: Mail = {
    to: actor,
    now,
    subject: "A stake was paid from your transfer wallet",
    text: "a stake was paid from your transfer wallet and has started.",
    facts: { ...facts, "Stake of": staker.refId },
    note: notYou,
  };
  const started: Mail = {
    to: staker,
    now,
    subject: "A stake was started for you",
    text: "a stake was paid for you and has started.",
    facts: { ...facts, "Paid by": `${actor.refId}, ${shortName(actor.name)}` },
  };
  await send(tx, staker.id === actor.memberId ? [paid] : [paid, started]);
}

interface Mail {
  to: Pick<MemberContact, "name" | "email" | "refId">;
  subject: string;
  text: string;
  facts: Record<string, string>;
  note?: string;
  now: Date;
}

async function send(tx: Tx, mails: Mail[]): Promise<void> {
  await queueMail(tx, ...mails.map(toQueued));
}

function toQueued({ to, subject, text, facts, note, now }: Mail) {
  const rows = Object.entries({ "User ID": to.refId, ...facts }).map(([label, value]) => ({ label, value }));
  const blocks: MailContent["blocks"] = [
    { kind: "paragraph", text: `Hello ${to.name}, ${text}` },
    { kind: "facts", rows },
    ...(note === undefined ? [] : [{ kind: "note", text: note } as const]),
  ];
  return { to: to.email, now, content: { subject, heading: subject, blocks } };
}
