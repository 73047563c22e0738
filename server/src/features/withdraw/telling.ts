import type { Fc } from "@fc/contract/units";
import { fcToWire } from "@fc/contract/money";
import { withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import { netOf } from "@fc/contract/withdraw/portal";
import type { Selectable } from "kysely";
import { labelWords } from "../../core/mails/labels.ts";
import { sendMail } from "../../core/mails/mails.ts";
import type { Words } from "../../core/mails/words.ts";
import { contactOf } from "../../core/members/members.ts";
import { notify } from "../../core/notifications/notify.ts";
import type { Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import type { MemberSession } from "../../platform/sessions.ts";

/** What the mails say of a withdrawal. */
type DecidedWithdrawal = Pick<
  Selectable<Schema["withdrawals"]>,
  "member_id" | "amount_fc" | "fee_fc" | "tax_fc" | "currency_type" | "address"
>;

export interface RequestedMail {
  actor: MemberSession;
  amountFc: Fc;
  feeFc: Fc;
  taxFc: Fc;
  owedFc: Fc;
  destination: string | Words;
  now: Date;
}

/** The address, or what a type that needs none goes to. */
export function destinationWords(type: WithdrawType, address: string | null | undefined): string | Words {
  const { destination } = withdrawKinds[type];
  return address ?? (destination.to === "own-wallet" ? labelWords(destination.label) : "");
}

export async function mailRequested(tx: Tx, input: RequestedMail): Promise<void> {
  const { actor, amountFc, feeFc, taxFc, destination, now } = input;
  const values = { amountFc, feeFc, taxFc, ...netOf(input), destination };
  await sendMail(tx, { kind: "withdrawal-requested", to: actor, now, values });
}

export async function mailInternalTransfer(tx: Tx, { actor, amountFc, now }: RequestedMail): Promise<void> {
  await sendMail(tx, { kind: "internal-transfer", to: actor, now, values: { amountFc } });
}

interface DecisionMail {
  id: number;
  withdrawal: DecidedWithdrawal;
  now: Date;
}

export async function tellAccepted(
  tx: Tx,
  input: DecisionMail & { deductionFc: Fc; netFc: Fc; transactionId: string },
): Promise<void> {
  const { id, withdrawal, deductionFc, netFc, transactionId, now } = input;
  const { amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc, currency_type, address } = withdrawal;
  const destination = destinationWords(currency_type, address);
  const values = { amountFc, feeFc, taxFc, deductionFc, netFc, destination, transactionId };
  await notify(tx, "withdrawal-paid", {
    memberId: withdrawal.member_id,
    about: String(id),
    data: { amount: fcToWire(netFc) },
    mail: { kind: "withdrawal-accepted", to: await contactOf(tx, withdrawal.member_id), now, values },
    now,
  });
}

export async function mailCancelled(
  tx: Tx,
  { actor, withdrawal, now }: Omit<DecisionMail, "id"> & { actor: MemberSession },
): Promise<void> {
  const values = { amountFc: withdrawal.amount_fc };
  await sendMail(tx, { kind: "withdrawal-cancelled", to: actor, now, values });
}

export async function tellRejected(tx: Tx, input: DecisionMail & { reason: string }): Promise<void> {
  const { id, withdrawal, reason, now } = input;
  const values = { amountFc: withdrawal.amount_fc, reason };
  await notify(tx, "withdrawal-rejected", {
    memberId: withdrawal.member_id,
    about: String(id),
    data: { amount: fcToWire(values.amountFc), reason },
    mail: { kind: "withdrawal-rejected", to: await contactOf(tx, withdrawal.member_id), now, values },
    now,
  });
}
