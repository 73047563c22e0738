import { sendMail } from "../../core/mails/mails.ts";
import type { MemberContact } from "../../core/members/members.ts";
import type { Tx } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface TransferMail {
  actor: MemberSession;
  receiver: MemberContact;
  /** An internal account needs no mail for each of thousands of transfers. */
  isInternal: boolean;
  amountFc: bigint;
  now: Date;
}

export async function mailTransferred(tx: Tx, transfers: readonly TransferMail[]): Promise<void> {
  await sendMail(
    tx,
    ...transfers.flatMap(({ actor, receiver, isInternal, amountFc, now }) => {
      const sent = { kind: "transfer-sent", to: actor, now, values: { amountFc, receiver } } as const;
      const values = { amountFc, sender: actor };
      const received = { kind: "transfer-received", to: receiver, now, values } as const;
      return isInternal ? [sent] : [sent, received];
    }),
  );
}

interface ToppedUp {
  actor: MemberSession;
  staker: MemberContact;
  principalUsdCents: bigint;
  amountFc: bigint;
  now: Date;
}

/** To the payer, and to the staker where that is somebody else. */
export async function mailToppedUp(tx: Tx, { actor, staker, now, ...paid }: ToppedUp): Promise<void> {
  const mails = [
    { kind: "top-up-paid", to: actor, now, values: { ...paid, staker } } as const,
    { kind: "top-up-started", to: staker, now, values: { ...paid, payer: actor } } as const,
  ];
  await sendMail(tx, ...(staker.id === actor.memberId ? mails.slice(0, 1) : mails));
}
