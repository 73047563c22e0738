import type { PasskeyPlace } from "../passkeys/place.ts";
import { signedCount } from "../passkeys/webauthn.ts";
import type { Approver } from "./approvers.ts";
import { after, second } from "../../platform/clock.ts";
import { batchIn, challengeOf, signedForMs } from "./batch.ts";

/** A signature as the tables keep it. Nothing of it is believed before it is verified. */
export interface StoredApproval {
  text: string;
  credentialId: Buffer;
  authenticatorData: Buffer;
  clientData: Buffer;
  signature: Buffer;
}

/** The payment that is about to be signed, with the wallet, chain and contract of this worker. */
export interface PaymentToApprove {
  payoutId: string;
  withdrawalId: number;
  to: string;
  units: bigint;
  wallet: string;
  chainId: number;
  contract: string;
}

export interface VerificationRules {
  /** Of the worker's own environment. */
  place: PasskeyPlace;
  /** Of the worker's own file. */
  approvers: readonly Approver[];
  /** The last pause that the worker has seen: what was signed before it does not count. */
  signedAfter?: Date | undefined;
  now: Date;
}

/** The people who have signed exactly this payment and whose signature is still good. */
export async function peopleFor(
  payment: PaymentToApprove,
  approvals: readonly StoredApproval[],
  rules: VerificationRules,
): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  for (const approval of approvals) {
    const approver = rules.approvers.find(({ credentialId }) => credentialId.equals(approval.credentialId));
    if (!approver || !isOfBatch(payment, approval.text, rules)) continue;
    if (await isSignedBy(approver, approval, rules.place)) people.add(approver.person);
  }
  return people;
}

function isOfBatch(payment: PaymentToApprove, text: string, rules: VerificationRules): boolean {
  const batch = batchIn(text);
  if (!batch || !isGoodNow(batch.expiresAt, rules)) return false;
  if (batch.chainId !== payment.chainId || !isSame(batch.contract, payment.contract)) return false;
  if (!isSame(batch.wallet, payment.wallet)) return false;
  const entry = batch.entries.find(({ payoutId }) => payoutId === payment.payoutId);
  return (
    entry !== undefined &&
    entry.withdrawalId === payment.withdrawalId &&
    entry.units === payment.units &&
    isSame(entry.to, payment.to)
  );
}

/** A small part of a minute, because the clocks of two machines differ. */
const clockErrorMs = 10 * second;

function isGoodNow(expiresAt: Date, { signedAfter, now }: VerificationRules): boolean {
  const signedAt = after(expiresAt, -signedForMs);
  if (expiresAt <= now || signedAt > after(now, clockErrorMs)) return false;
  return signedAfter === undefined || signedAt > signedAfter;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The authenticator's count is not looked at: it could only be compared with one of a table. */
async function isSignedBy(
  { publicKey }: Approver,
  approval: StoredApproval,
  place: PasskeyPlace,
): Promise<boolean> {
  const id = approval.credentialId.toString("base64url");
  const response = {
    authenticatorData: approval.authenticatorData.toString("base64url"),
    clientDataJSON: approval.clientData.toString("base64url"),
    signature: approval.signature.toString("base64url"),
  };
  const answer = { id, rawId: id, type: "public-key" as const, response };
  const count = await signedCount(place, { answer, challenge: challengeOf(approval.text), publicKey });
  return count !== undefined;
}
