import { AppError } from "@fc/contract/errors";
import { registrationMessages } from "@fc/contract/registration/portal";
import { labelList } from "../../core/mails/labels.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { normalisedMobile, phoneText } from "../../core/members/phone.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import type { Tx } from "../../platform/db.ts";
import type { CorrectionChange } from "../../platform/schema/members.ts";
import { openMember, propose, type Confirmation, type ProposalBase } from "./new-correction.ts";

type ProfileCorrection = Extract<CorrectionChange, { kind: "profile" }>;
type NameAndNumber = ProfileCorrection["from"];

/** For a member who cannot do it alone, because the code goes to a mailbox that is not read, or the device is lost. */
export async function proposeProfile(tx: Tx, input: ProposalBase & NameAndNumber): Promise<{ id: number }> {
  const { refId, name, mobileNumber } = input;
  const { id: memberId } = await openMember(tx, refId);
  const from = await nameAndNumberOf(tx, memberId);
  const to = { name, mobileNumber: wantedNumber(mobileNumber, from) };
  const change = { kind: "profile", from, to } as const;
  // What it was before is no part of the request: a retry after it was confirmed is still the same request.
  const request = { kind: "profile", ...to };
  return propose(tx, { ...input, memberId, change, request }, async () => {
    const changed = changedFields(change);
    if (changed.length === 0) throw new AppError("NOTHING_CHANGED");
    return { action: "member/propose-profile", details: { changed: changed.join(", ") } };
  });
}

async function nameAndNumberOf(tx: Tx, memberId: number): Promise<NameAndNumber> {
  return tx
    .selectFrom("members")
    .select(["name", "phone as mobileNumber"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
}

/** A member who never gave a number may stay without one. */
function wantedNumber(typed: string, { mobileNumber: before }: NameAndNumber): string {
  if (typed === before) return before;
  const wanted = normalisedMobile(typed);
  if (wanted === undefined) {
    throw new AppError("PHONE_INVALID", { fields: { mobileNumber: registrationMessages.phoneWrong } });
  }
  return wanted;
}

/** By the labels of the member's own form. */
function changedFields({ from, to }: ProfileCorrection): ("Name" | "Mobile number")[] {
  return [
    ...(from.name === to.name ? [] : (["Name"] as const)),
    ...(from.mobileNumber === to.mobileNumber ? [] : (["Mobile number"] as const)),
  ];
}

export async function correctProfile(
  tx: Tx,
  { operating, id, memberId, reason }: Confirmation,
  change: ProfileCorrection,
): Promise<void> {
  const { now } = operating;
  const { from, to } = change;
  const corrected = await tx
    .updateTable("members")
    .set({ name: to.name, phone: to.mobileNumber })
    .where("id", "=", memberId)
    .where("name", "=", from.name)
    .where("phone", "=", from.mobileNumber)
    .executeTakeFirstOrThrow();
  // The member has changed it meanwhile, perhaps to something else than what both operators looked at.
  if (corrected.numUpdatedRows !== 1n) throw new AppError("PROPOSAL_CHANGED");
  const changed = changedFields(change);
  await sendMail(tx, {
    kind: "profile-corrected",
    to: await contactOf(tx, memberId),
    now,
    values: {
      changed: labelList(changed),
      name: changed.includes("Name") ? to.name : undefined,
      mobileNumber: changed.includes("Mobile number") ? phoneText(to.mobileNumber) : undefined,
      reason,
    },
  });
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: "member/confirm-profile",
    details: { correction: id, changed: changed.join(", "), reason },
    kind: "profile-corrected",
    detail: reason,
  });
}
