import { AppError } from "@fc/contract/errors";
import { emailUnchanged } from "@fc/contract/email/portal";
import {
  identityFactNames,
  identityFacts,
  type IdentityFact,
} from "@fc/contract/members/console-identity-facts";
import { submitKycCase } from "../../core/kyc/cases.ts";
import { sendMail, sendOperatorMail } from "../../core/mails/mails.ts";
import { emailTaken, isEmailFree, replaceEmail } from "../../core/members/emails.ts";
import { contactOf } from "../../core/members/members.ts";
import {
  encryptedNumber,
  numberColumns,
  numberIn,
  numberIndex,
} from "../../core/members/identity-numbers.ts";
import { maskedPan } from "../../core/members/pan-records.ts";
import { endPasskeys } from "../../core/passkeys/passkeys.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { lockToConfirm, refuseProposal } from "../../core/operators/proposals.ts";
import type { Tx } from "../../platform/db.ts";
import { maskAddress } from "../../platform/mail/address.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { CorrectionChange } from "../../platform/schema/members.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { revokeAllSessions } from "../../platform/sessions.ts";
import { checkRevealed } from "./kyc.ts";
import { openMember, propose, type Confirmation, type ProposalBase } from "./new-correction.ts";
import { correctProfile } from "./profile-correction.ts";
import { proposedNumber } from "./proposal-queries.ts";

const table = "corrections";

interface EmailProposal extends ProposalBase {
  newEmail: string;
  asked: IdentityFact[];
  publicUrl: string;
}

/** For a member who lost the old mailbox. All other admins are told at once: a thief would ask for the same. */
export async function proposeEmail(tx: Tx, input: EmailProposal): Promise<{ id: number }> {
  const { operating, newEmail, reason, publicUrl } = input;
  const { id: memberId, refId, email, name } = await openMember(tx, input.refId);
  // Each once, in the order of the table.
  const asked = identityFactNames.filter((fact) => input.asked.includes(fact));
  const change = { kind: "email", from: email, to: newEmail, asked } as const;
  // The old address is no part of the request: a retry after it was confirmed is still the same request.
  const request = { kind: "email", to: newEmail, asked };
  return propose(tx, { ...input, memberId, change, request }, async () => {
    await checkRevealed(tx, { operating, memberId, asked });
    if (email === newEmail) throw new AppError("BAD_REQUEST", { fields: { newEmail: emailUnchanged } });
    if (!(await isEmailFree(tx, newEmail, memberId))) throw emailTaken();
    const url = `${publicUrl}/console/members/${refId}#corrections`;
    const values = { member: `${name} (${refId})`, newAddress: maskAddress(newEmail), reason, url };
    await mailAdmins(tx, operating, values);
    return {
      action: "member/propose-email",
      details: {
        from: maskAddress(email),
        to: maskAddress(newEmail),
        asked: asked.map((fact) => identityFacts[fact]).join(", "),
      },
    };
  });
}

async function mailAdmins(
  tx: Tx,
  { operatorId, now }: Operating,
  values: { member: string; newAddress: string; reason: string; url: string },
): Promise<void> {
  const operators = await tx
    .selectFrom("operators")
    .select(["id", "name", "email", "role"])
    .where("status", "=", "active")
    .where((eb) => eb.or([eb("id", "=", operatorId), eb("role", "=", "admin")]))
    .orderBy("id")
    .execute();
  const proposer = operators.find(({ id }) => id === operatorId)?.name ?? "an operator";
  for (const admin of operators) {
    if (admin.id === operatorId) continue;
    await sendOperatorMail(tx, {
      kind: "email-correction-proposed",
      to: admin,
      now,
      values: { proposer, ...values },
    });
  }
}

interface PanProposal extends ProposalBase {
  nameInPan: string;
  panNumber: string;
  secretKey: SecretKey;
}

/** The picture of the card stays: it shows what the member meant to type. */
export async function proposePan(tx: Tx, input: PanProposal): Promise<{ id: number }> {
  const { operating, refId, nameInPan, panNumber, secretKey } = input;
  const { id: memberId } = await openMember(tx, refId);
  const change = { kind: "pan", nameInPan } as const;
  // A key's request is stored as a plain hash, from which a number could be guessed.
  const request = { ...change, panNumber: numberIndex(secretKey, "pan", panNumber).toString("base64") };
  const encrypted = encryptedNumber(secretKey, { kind: "pan-correction", memberId }, panNumber);
  return propose(tx, { ...input, memberId, change, request, encrypted }, async () => {
    const current = await currentPan(tx, memberId);
    if (!current) throw new AppError("NOT_FOUND");
    await checkRevealed(tx, { operating, memberId, asked: ["pan"] });
    const { version } = current;
    const before = numberIn(secretKey, { kind: "pan", memberId, version }, current);
    if (current.name_in_pan === nameInPan && before === panNumber) {
      throw new AppError("NOTHING_CHANGED");
    }
    return { action: "member/propose-pan", details: { number: maskedPan(panNumber) } };
  });
}

interface Decision {
  operating: Operating;
  id: number;
}

interface ConfirmedProposal extends Decision {
  secretKey: SecretKey;
}

export async function confirmCorrection(tx: Tx, input: ConfirmedProposal): Promise<void> {
  const { operating, id } = input;
  await lockMemberOf(tx, id);
  const { memberId } = await lockToConfirm(tx, { table, id, operating });
  const { change, ...proposal } = await tx
    .selectFrom("corrections")
    .select(["change", "reason", "proposed_at as proposedAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("corrections")
    .set({ status: "A", decided_by: operating.operatorId, decided_at: operating.now })
    .where("id", "=", id)
    .execute();
  const confirmation = { operating, id, memberId, ...proposal };
  switch (change.kind) {
    case "email":
      return correctEmail(tx, confirmation, change);
    case "profile":
      return correctProfile(tx, confirmation, change);
    case "pan":
      return correctPan(tx, { ...confirmation, secretKey: input.secretKey }, change);
  }
}

/** Before the correction: a member who changes the address locks the two in this order, and neither waits for ever. */
async function lockMemberOf(tx: Tx, id: number): Promise<void> {
  await tx
    .selectFrom("members")
    .select("id")
    .where("id", "=", (eb) => eb.selectFrom("corrections").select("member_id").where("id", "=", id))
    .forNoKeyUpdate()
    .execute();
}

type Change<Kind extends CorrectionChange["kind"]> = Extract<CorrectionChange, { kind: Kind }>;

async function correctEmail(
  tx: Tx,
  { operating, id, memberId, reason }: Confirmation,
  { from, to, asked }: Change<"email">,
): Promise<void> {
  const { now } = operating;
  await checkRevealed(tx, { operating, memberId, asked });
  const heldUntil = await replaceEmail(tx, { memberId, from, to, now });
  await revokeAllSessions(tx, { memberId, now });
  // It recovers an account that its member could not get into: anybody else who could must not be able to any more.
  const passkeysEnded = (await endPasskeys(tx, { memberId, now })).length;
  const member = await contactOf(tx, memberId);
  const newAddress = maskAddress(to);
  await sendMail(
    tx,
    {
      kind: "email-replaced",
      to: { ...member, email: from },
      now,
      values: { newAddress, reason, heldUntil, passkeysEnded },
    },
    { kind: "email-set", to: member, now, values: { heldUntil, passkeysEnded } },
  );
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: "member/confirm-email",
    details: { correction: id, from: maskAddress(from), to: newAddress, reason },
    kind: "email-replaced",
    detail: `${newAddress}: ${reason}`,
  });
}

/** Adds a version of the record; the earlier ones stay as they are. */
async function correctPan(
  tx: Tx,
  { operating, id, memberId, reason, proposedAt, secretKey }: Confirmation & { secretKey: SecretKey },
  { nameInPan }: Change<"pan">,
): Promise<void> {
  const { now } = operating;
  // A reveal from before the proposal did not show the corrected number.
  await checkRevealed(tx, { operating, memberId, asked: ["pan"], since: proposedAt });
  const current = await currentPan(tx, memberId);
  if (!current) throw new AppError("NOT_FOUND");
  const panNumber = await proposedNumber(tx, { id, memberId, secretKey });
  const version = current.version + 1;
  await tx
    .insertInto("pan_records")
    .values({
      member_id: memberId,
      version,
      name_in_pan: nameInPan,
      ...numberColumns(secretKey, { kind: "pan", memberId, version }, panNumber),
      upload_id: current.upload_id,
      created_at: now,
      correction_id: id,
    })
    .execute();
  // What was approved or rejected was the record from before.
  await submitKycCase(tx, { memberId, part: "pan", now });
  const maskedNumber = maskedPan(panNumber);
  const member = await contactOf(tx, memberId);
  await sendMail(tx, {
    kind: "pan-corrected",
    to: member,
    now,
    values: { nameInPan, maskedNumber, reason },
  });
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: "member/confirm-pan",
    details: { correction: id, number: maskedNumber, reason },
    kind: "pan-corrected",
    detail: `${maskedNumber}: ${reason}`,
  });
}

async function currentPan(tx: Tx, memberId: number) {
  return tx
    .selectFrom("pan_records")
    .select(["version", "name_in_pan", "upload_id", "pan_number as clear", "encrypted_number as encrypted"])
    .where("member_id", "=", memberId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function refuseCorrection(
  tx: Tx,
  { operating, id, reason }: Decision & { reason: string },
): Promise<void> {
  const action = "member/refuse-correction";
  await refuseProposal(tx, { table, id, operating, reason, action, details: { correction: id } });
}
