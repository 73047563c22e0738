import type { Fc, UsdCents } from "@fc/contract/units";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { sendMail } from "../../core/mails/mails.ts";
import type { MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { notify, notifyWithoutMail } from "../../core/notifications/notify.ts";
import type { Tx } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface MadeTransfer {
  /** Of the ledger entry. */
  key: string;
  actor: MemberSession;
  receiver: MemberContact;
  /** An internal account is not told of each of thousands of transfers. */
  isInternal: boolean;
  amountFc: Fc;
  now: Date;
}

export async function tellTransferred(tx: Tx, transfers: readonly MadeTransfer[]): Promise<void> {
  const sent = transfers.map(
    ({ actor, receiver, amountFc, now }) =>
      ({ kind: "transfer-sent", to: actor, now, values: { amountFc, receiver } }) as const,
  );
  const received = transfers
    .filter(({ isInternal }) => !isInternal)
    .map(({ key, actor, receiver, amountFc, now }) => ({
      memberId: receiver.id,
      about: key,
      data: { amount: fcToWire(amountFc), ...fromOf(actor) },
      mail: {
        kind: "transfer-received",
        to: receiver,
        now,
        values: { amountFc, sender: actor },
      } as const,
      now,
    }));
  const wanted = await notifyWithoutMail(tx, "transfer-received", ...received);
  await sendMail(tx, ...sent, ...wanted);
}

const fromOf = ({ refId, name }: MemberSession) => ({ fromRefId: refId, fromName: shortName(name) });

interface ToppedUp {
  /** Of the ledger entry. */
  key: string;
  actor: MemberSession;
  staker: MemberContact;
  principalUsdCents: UsdCents;
  amountFc: Fc;
  now: Date;
}

/** To the payer, and to the staker where that is somebody else. */
export async function tellToppedUp(tx: Tx, { key, actor, staker, now, ...paid }: ToppedUp): Promise<void> {
  await sendMail(tx, { kind: "top-up-paid", to: actor, now, values: { ...paid, staker } });
  if (staker.id === actor.memberId) return;
  await notify(tx, "stake-given", {
    memberId: staker.id,
    about: key,
    data: { amount: usdCentsToWire(paid.principalUsdCents), ...fromOf(actor) },
    mail: { kind: "top-up-started", to: staker, now, values: { ...paid, payer: actor } },
    now,
  });
}
