import type { PasskeyPlace } from "../passkeys/place.ts";
import { signedCount } from "../passkeys/webauthn.ts";
import type { Approver } from "./approvers.ts";
import { batchIn, challengeOf, releaseText, type Release } from "./batch.ts";

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

export interface Signers {
  /** Of the worker's own environment. */
  place: PasskeyPlace;
  /** Of the worker's own file. */
  approvers: readonly Approver[];
}

export interface VerificationRules extends Signers {
  /** The worker's own words that are still good: given out since the last pause, and not long ago. */
  words: ReadonlySet<string>;
  /** The worker has signed this payment since the last pause. Then a text of the release before counts as well. */
  isSignedBefore: boolean;
  now: Date;
}

/** The people who have signed exactly this payment and whose signature is still good. */
export function peopleFor(
  payment: PaymentToApprove,
  approvals: readonly StoredApproval[],
  rules: VerificationRules,
): Promise<ReadonlySet<string>> {
  return signersOf(approvals, rules, (text) => isOfBatch(payment, text, rules));
}

/** The people who have signed that the wallet pays again after exactly this pause. */
export function peopleForRelease(
  release: Release,
  approvals: readonly StoredApproval[],
  signers: Signers,
): Promise<ReadonlySet<string>> {
  return peopleForText(releaseText(release), approvals, signers);
}

/** The people who have signed exactly this text. */
export function peopleForText(
  meant: string,
  approvals: readonly StoredApproval[],
  signers: Signers,
): Promise<ReadonlySet<string>> {
  return signersOf(approvals, signers, (text) => text === meant);
}

async function signersOf(
  approvals: readonly StoredApproval[],
  { approvers, place }: Signers,
  isRightText: (text: string) => boolean,
): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  for (const approval of approvals) {
    const approver = approvers.find(({ credentialId }) => credentialId.equals(approval.credentialId));
    if (!approver || !isRightText(approval.text)) continue;
    if (await isSignedBy(approver, approval, place)) people.add(approver.person);
  }
  return people;
}

function isOfBatch(payment: PaymentToApprove, text: string, rules: VerificationRules): boolean {
  const batch = batchIn(text);
  if (!batch || batch.expiresAt <= rules.now) return false;
  if (batch.word === undefined ? !rules.isSignedBefore : !rules.words.has(batch.word)) return false;
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
