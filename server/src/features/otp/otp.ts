import { AppError } from "@fc/contract/errors";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { sendMail } from "../../core/mails/mails.ts";
import { isAuthenticatorNeeded } from "../../core/otp/authenticator.ts";
import { confirmed, type Fact, type OtpGuard } from "../../core/otp/guard.ts";
import { limitOtpSends, makeOtp, type SentOtp } from "../../core/otp/otp.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { checkOwnId, parseBody } from "../../platform/http/parse.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface OtpRequest {
  actor: MemberSession;
  purpose: OtpPurpose;
  change: Record<string, unknown>;
  now: Date;
}

export async function sendOtp(deps: Deps, guards: OtpGuard[], { actor, purpose, change, now }: OtpRequest) {
  const guard = guards.find((candidate) => candidate.purpose === purpose);
  if (!guard) throw new AppError("NOT_FOUND");
  const parsed = parseBody(guard.route.body, change) as object;
  // The call that makes the change checks the same.
  checkOwnId(parsed, actor.memberId);
  await guard.check({ actor, change: parsed, now });
  const context = await guard.context?.({ actor, change: parsed, now });
  await limitOtpSends(deps.db, { memberId: actor.memberId, purpose, now });
  const { expiresAt, resendAt } = await atomically(deps.db, mailCode, {
    actor,
    purpose,
    change: confirmed(parsed, context),
    secretKey: deps.secretKey,
    description: guard.describe(parsed, context ?? {}),
    now,
  });
  return {
    sentTo: maskedEmail(actor.email),
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
    authenticator: await isAuthenticatorNeeded(deps.db, { memberId: actor.memberId, purpose }),
  };
}

interface CodeMail {
  actor: MemberSession;
  purpose: OtpPurpose;
  change: unknown;
  secretKey: string;
  description: { action: string; facts: Fact[] };
  now: Date;
}

async function mailCode(tx: Tx, { actor, description, now, ...scope }: CodeMail): Promise<SentOtp> {
  const sent = await makeOtp(tx, { ...scope, memberId: actor.memberId, sessionId: actor.sessionId, now });
  const { code, expiresAt } = sent;
  const values = { code, expiresAt, ...description };
  await sendMail(tx, { kind: "confirmation-code", to: actor, now, expiresAt, values });
  return sent;
}

/** a•••n@example.com: enough to recognise one's own address, too little to learn another one. */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.charAt(0)}•••${name.length > 2 ? name.at(-1) : ""}@${domain}`;
}
