import { AppError } from "@fc/contract/errors";
import { mayConfirmByPasskey, type OtpPurpose } from "@fc/contract/otp/portal";
import { refuseClosedKey } from "../../core/ledger/idempotency.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { isAuthenticatorNeeded } from "../../core/otp/authenticator.ts";
import type { CodeMail, OtpGuard } from "../../core/guarded-changes/guarded-change.ts";
import { limitOtpSends } from "../../core/otp/limits.ts";
import { makeGrantToSign, makeOtp, otpJustSent, type GrantToSign, type SentOtp } from "../../core/otp/otp.ts";
import { lockMember, passkeysOf } from "../../core/passkeys/passkeys.ts";
import { passkeyPlaceOf } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import type { MemberSession } from "../../platform/sessions.ts";

/** A request to sign with a passkey mails nothing. It is limited too, because it adds a row. */
const signatureLimit = { name: "passkey-signatures", points: 100, windowMs: hour } as const;

interface OtpRequest {
  actor: MemberSession;
  purpose: OtpPurpose;
  /** The guard of the purpose parses it by the schema of its own route. */
  change: unknown;
  /** The client's key of the request that the code is for. */
  key: string | undefined;
  /** Whether the page can ask for a passkey, and the member wants to use one for this change. */
  canSign: boolean;
  now: Date;
}

export async function sendOtp(deps: Deps, guards: readonly OtpGuard[], request: OtpRequest) {
  const { db, secretKey } = deps;
  const { actor, purpose, change, key: requestKey, now } = request;
  const guard = guards.find((candidate) => candidate.purpose === purpose);
  if (!guard) throw new AppError("NOT_FOUND");
  const { confirms, ...mail } = await guard.prepare({ actor, change, now });
  const { memberId, sessionId } = actor;
  const scope = { memberId, sessionId, purpose, change: confirms, secretKey, requestKey, now };
  const signing = request.canSign ? await signingOf(deps, actor, purpose) : undefined;
  if (signing) {
    const { challenge, ...grant } = await atomically(db, openGrantToSign, scope);
    const passkey = requestFor(signing.place, { challenge, credentials: signing.credentials });
    return { ...answerOf(request, grant), authenticator: false, passkey };
  }
  const sent = (await otpJustSent(db, scope)) ?? (await atomically(db, mailCode, { scope, mail }));
  return {
    ...answerOf(request, sent),
    // The member has just typed a new address, and sees a mistake in it only where it is shown in full.
    ...(mail.newAddress !== undefined && { sentTo: mail.newAddress }),
    authenticator: await isAuthenticatorNeeded(db, { memberId, purpose }),
  };
}

function answerOf({ actor, now }: OtpRequest, { id, expiresAt, resendAt }: Omit<SentOtp, "code">) {
  return {
    grant: id,
    sentTo: maskedEmail(actor.email),
    serverTime: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  };
}

/** The member's passkeys, if the member chose to confirm such a change by one and has any. */
async function signingOf({ db, publicUrl }: Deps, actor: MemberSession, purpose: OtpPurpose) {
  const place = passkeyPlaceOf(publicUrl);
  if (!place || !actor.confirmsByPasskey || !mayConfirmByPasskey(purpose)) return undefined;
  const credentials = await passkeysOf(db, actor.memberId);
  return credentials.length > 0 ? { place, credentials } : undefined;
}

async function openGrantToSign(tx: Tx, scope: Parameters<typeof makeOtp>[1]): Promise<GrantToSign> {
  const { memberId, requestKey, now } = scope;
  await lockMember(tx, memberId);
  // As for a mailed code.
  if (requestKey !== undefined) await refuseClosedKey(tx, { memberId, key: requestKey, now });
  await limitUse(tx, signatureLimit, memberId, now);
  return makeGrantToSign(tx, scope);
}

interface CodeToMail {
  scope: Parameters<typeof makeOtp>[1];
  mail: CodeMail;
}

async function mailCode(tx: Tx, { scope, mail }: CodeToMail): Promise<SentOtp> {
  const { memberId, requestKey, now } = scope;
  // The look-up of a key closes the codes that it finds, so none is made for the key afterwards.
  if (requestKey !== undefined) await refuseClosedKey(tx, { memberId, key: requestKey, now });
  await limitOtpSends(tx, scope);
  const sent = await makeOtp(tx, scope);
  const { code, expiresAt } = sent;
  const { newAddress, ...words } = mail;
  const values = { code, expiresAt };
  // Read under the lock of the limits: the code must not go to an address that was replaced meanwhile.
  const member = await contactOf(tx, memberId);
  if (newAddress === undefined) {
    const mailed = { ...values, ...words };
    await sendMail(tx, { kind: "confirmation-code", to: member, now, expiresAt, values: mailed });
  } else {
    const to = { name: "", email: newAddress, language: member.language };
    await sendMail(tx, { kind: "new-address-code", to, now, expiresAt, values });
  }
  return sent;
}

/** a•••n@example.com: enough to recognise one's own address, too little to learn another one. */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••${name.length > 2 ? name.at(-1) : ""}@${domain}`;
}
