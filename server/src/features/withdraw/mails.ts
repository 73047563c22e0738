import { fcText } from "@fc/contract/amount-text";
import { withdrawDestination } from "@fc/contract/withdraw/kinds";
import { netOf } from "@fc/contract/withdraw/portal";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import { indiaTime } from "../../platform/format.ts";
import type { MailBlock } from "../../platform/mail/content.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Facts = Record<string, string>;

const notYou =
  "If this was not you, change your password at once and write to support: it can be stopped while it is pending.";

/** What the mails say of a withdrawal. */
type DecidedWithdrawal = Pick<
  Selectable<Schema["withdrawals"]>,
  "member_id" | "amount_fc" | "fee_fc" | "currency_type" | "address"
>;

export interface RequestedMail {
  actor: MemberSession;
  amountFc: bigint;
  feeFc: bigint;
  owedFc: bigint;
  destination: string;
  now: Date;
}

export async function mailRequested(tx: Tx, input: RequestedMail): Promise<void> {
  const { actor, amountFc, feeFc, destination, now } = input;
  const { deductionFc, netFc } = netOf(input);
  await send(tx, {
    to: actor,
    now,
    subject: "Your withdrawal request",
    text: "we received your withdrawal request. You will hear from us once it is decided.",
    facts: {
      Amount: fcText(amountFc),
      Fee: fcText(feeFc),
      ...(deductionFc > 0n ? { Deduction: fcText(deductionFc) } : {}),
      "You receive": fcText(netFc),
      To: destination,
      When: indiaTime(now),
    },
    note: notYou,
  });
}

export async function mailInternalTransfer(tx: Tx, { actor, amountFc, now }: RequestedMail): Promise<void> {
  await send(tx, {
    to: actor,
    now,
    subject: "Coins moved to your transfer wallet",
    text: "you moved coins to your transfer wallet.",
    facts: { Amount: fcText(amountFc), When: indiaTime(now) },
    note: "If this was not you, change your password at once and write to support.",
  });
}

interface Decided {
  withdrawal: DecidedWithdrawal;
  now: Date;
}

export async function mailAccepted(
  tx: Tx,
  input: Decided & { deductionFc: bigint; netFc: bigint; transactionId: string },
): Promise<void> {
  const { withdrawal, deductionFc, netFc, transactionId, now } = input;
  await send(tx, {
    to: await memberOf(tx, withdrawal),
    now,
    subject: "Your withdrawal was accepted",
    text: "your withdrawal was accepted and paid.",
    facts: {
      Amount: fcText(withdrawal.amount_fc),
      Fee: fcText(withdrawal.fee_fc),
      ...(deductionFc > 0n ? { Deduction: fcText(deductionFc) } : {}),
      Paid: fcText(netFc),
      To: withdrawDestination(withdrawal.currency_type, withdrawal.address),
      "Transaction ID": transactionId,
    },
  });
}

export async function mailRejected(tx: Tx, input: Decided & { reason: string }): Promise<void> {
  const { withdrawal, reason, now } = input;
  await send(tx, {
    to: await memberOf(tx, withdrawal),
    now,
    subject: "Your withdrawal was rejected",
    text: "your withdrawal was rejected. The coins are back in the wallets that they came from.",
    facts: { Amount: fcText(withdrawal.amount_fc), Reason: reason },
  });
}

function memberOf(tx: Tx, { member_id }: DecidedWithdrawal) {
  return tx
    .selectFrom("members")
    .select(["name", "email", "ref_id as refId"])
    .where("id", "=", member_id)
    .executeTakeFirstOrThrow();
}

interface Mail {
  to: Pick<MemberSession, "name" | "email" | "refId">;
  subject: string;
  text: string;
  facts: Facts;
  note?: string;
  now: Date;
}

async function send(tx: Tx, { to, subject, text, facts, note, now }: Mail): Promise<void> {
  const rows = Object.entries({ "User ID": to.refId, ...facts });
  const blocks: MailBlock[] = [
    { kind: "paragraph", text: `Hello ${to.name}, ${text}` },
    { kind: "facts", rows: rows.map(([label, value]) => ({ label, value })) },
    ...(note === undefined ? [] : [{ kind: "note", text: note } as const]),
  ];
  await queueMail(tx, { to: to.email, now, content: { subject, heading: subject, blocks } });
}
