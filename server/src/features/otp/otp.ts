import { AppError } from "@fc/contract/errors";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { sendMail } from "../../core/mails/mails.ts";
import { isAuthenticatorNeeded } from "../../core/otp/authenticator.ts";
import type { CodeMail, OtpGuard } from "../../core/guarded-changes/guarded-change.ts";
import { limitOtpSends } from "../../core/otp/limits.ts";
import { makeOtp, otpJustSent, type SentOtp } from "../../core/otp/otp.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface OtpRequest {
  actor: MemberSession;
  purpose: OtpPurpose;
  /** The guard of the purpose parses it by the schema of its own route. */
  change: unknown;
  /** The client's key of the request that the code is for. */
  key: string | undefined;
  now: Date;
}

export async function sendOtp(deps: Deps, guards: OtpGuard[], request: OtpRequest) {
  const { db, secretKey } = deps;
  const { actor, purpose, change, key: requestKey, now } = request;
  const guard = guards.find((candidate) => candidate.purpose === purpose);
  if (!guard) throw new AppError("NOT_FOUND");
  const { confirms, action, facts } = await guard.prepare({ actor, change, now });
  const { memberId, sessionId } = actor;
  const scope = { memberId, sessionId, purpose, change: confirms, secretKey, requestKey, now };
  const { id, expiresAt, resendAt } =
    (await otpJustSent(db, scope)) ??
    (await atomically(db, mailCode, { actor, scope, mail: { action, facts } }));
  return {
    grant: id,
    sentTo: maskedEmail(actor.email),
    serverTime: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
    authenticator: await isAuthenticatorNeeded(db, { memberId, purpose }),
  };
}

interface CodeToMail {
  actor: MemberSession;
  scope: Parameters<typeof makeOtp>[1];
  mail: CodeMail;
}

async function mailCode(tx: Tx, { actor, scope, mail }: CodeToMail): Promise<SentOtp> {
  await limitOtpSends(tx, scope);
  const sent = await makeOtp(tx, scope);
  const { code, expiresAt } = sent;
  const values = { code, expiresAt, ...mail };
  await sendMail(tx, { kind: "confirmation-code", to: actor, now: scope.now, expiresAt, values });
  return sent;
}

/** a•••n@example.com: enough to recognise one's own address, too little to learn another one. */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••${name.length > 2 ? name.at(-1) : ""}@${domain}`;
}
