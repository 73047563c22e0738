import { AppError } from "@fc/contract/errors";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { sendMail } from "../../core/mails/mails.ts";
import { isAuthenticatorNeeded } from "../../core/otp/authenticator.ts";
import type { CodeMail, OtpGuard } from "../../core/guarded-changes/guarded-change.ts";
import { limitOtpSends } from "../../core/otp/limits.ts";
import { makeOtp, type SentOtp } from "../../core/otp/otp.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface OtpRequest {
  actor: MemberSession;
  purpose: OtpPurpose;
  /** The guard of the purpose parses it by the schema of its own route. */
  change: unknown;
  now: Date;
}

export async function sendOtp(deps: Deps, guards: OtpGuard[], { actor, purpose, change, now }: OtpRequest) {
  const guard = guards.find((candidate) => candidate.purpose === purpose);
  if (!guard) throw new AppError("NOT_FOUND");
  const { confirms, action, facts } = await guard.prepare({ actor, change, now });
  const { id, expiresAt, resendAt } = await atomically(deps.db, mailCode, {
    actor,
    purpose,
    change: confirms,
    secretKey: deps.secretKey,
    mail: { action, facts },
    now,
  });
  return {
    grant: id,
    sentTo: maskedEmail(actor.email),
    sentAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
    authenticator: await isAuthenticatorNeeded(deps.db, { memberId: actor.memberId, purpose }),
  };
}

interface CodeToMail {
  actor: MemberSession;
  purpose: OtpPurpose;
  change: object;
  secretKey: string;
  mail: CodeMail;
  now: Date;
}

async function mailCode(tx: Tx, { actor, mail, now, ...scope }: CodeToMail): Promise<SentOtp> {
  const { memberId, sessionId } = actor;
  await limitOtpSends(tx, { memberId, purpose: scope.purpose, now });
  const sent = await makeOtp(tx, { ...scope, memberId, sessionId, now });
  const { code, expiresAt } = sent;
  const values = { code, expiresAt, ...mail };
  await sendMail(tx, { kind: "confirmation-code", to: actor, now, expiresAt, values });
  return sent;
}

/** a•••n@example.com: enough to recognise one's own address, too little to learn another one. */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••${name.length > 2 ? name.at(-1) : ""}@${domain}`;
}
