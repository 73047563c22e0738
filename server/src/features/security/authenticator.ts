import * as contract from "@fc/contract/security/authenticator";
import { AppError } from "@fc/contract/errors";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { ifNotYou, noteChange, type Client } from "../../core/members/changes.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp, wasConsumed } from "../../core/otp/otp.ts";
import {
  authenticatorOf,
  countingTries,
  enrolmentOf,
  finishEnrolment,
  hasAuthenticator,
  startEnrolment,
  turnOffAuthenticator,
} from "../../core/totp/authenticator.ts";
import type { Owner } from "../../core/totp/owner.ts";
import { replaceRecoveryCodes } from "../../core/totp/recovery-codes.ts";
import { invitation } from "../../core/totp/totp.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

export function authenticatorGuards({ db }: Deps): OtpGuard[] {
  return [
    otpGuard({
      purpose: "authenticator-on",
      route: contract.startAuthenticator,
      check: async ({ actor }) => checkIs(db, actor, "off"),
      describe: () => ({ action: "Turn on your authenticator app", facts: [] }),
    }),
    otpGuard({
      purpose: "authenticator-off",
      route: contract.turnOffAuthenticator,
      check: async ({ actor }) => checkIs(db, actor, "on"),
      describe: () => ({ action: "Turn off your authenticator app", facts: [] }),
    }),
    otpGuard({
      purpose: "recovery-codes",
      route: contract.renewRecoveryCodes,
      check: async ({ actor }) => checkIs(db, actor, "on"),
      describe: () => ({ action: "Make new recovery codes", facts: [] }),
    }),
  ];
}

async function checkIs(db: Db, actor: MemberSession, wanted: "on" | "off"): Promise<void> {
  const isOn = await hasAuthenticator(db, ownerOf(actor));
  if (isOn && wanted === "off") throw new AppError("AUTHENTICATOR_ON");
  if (!isOn && wanted === "on") throw new AppError("AUTHENTICATOR_OFF");
}

function ownerOf({ memberId }: MemberSession): Owner {
  return { kind: "member", id: memberId };
}

interface Asked {
  actor: MemberSession;
  client: Client;
  secretKey: string;
  now: Date;
}

export async function authenticatorData(
  db: Db,
  { actor, secretKey, now }: Omit<Asked, "client">,
): Promise<contract.AuthenticatorData> {
  const owner = ownerOf(actor);
  const on = await authenticatorOf(db, owner);
  const enrolment = await enrolmentOf(db, { owner, sessionId: actor.sessionId, secretKey, now });
  return {
    on: on ? { since: on.turnedOnAt.toISOString(), recoveryCodesLeft: on.recoveryCodesLeft } : null,
    enrolment: enrolment
      ? { ...invitation(enrolment.secret, actor.refId), expiresAt: enrolment.expiresAt.toISOString() }
      : null,
  };
}

/** What the code was sent for, as each of these calls has it: the member's own id and nothing else. */
function confirmation({ actor, secretKey, now }: Omit<Asked, "client">, purpose: OtpPurpose) {
  const { memberId, sessionId } = actor;
  return { memberId, sessionId, purpose, change: { userId: memberId }, secretKey, now };
}

export async function startAuthenticator(db: Db, asked: Asked): Promise<void> {
  // Asked again for want of an answer: the same key is shown.
  const hasKey = (await enrolmentOf(db, scopeOf(asked))) !== undefined;
  if (hasKey && (await wasConsumed(db, confirmation(asked, "authenticator-on")))) return;
  await atomically(db, start, asked);
}

function scopeOf({ actor, secretKey, now }: Asked) {
  return { owner: ownerOf(actor), sessionId: actor.sessionId, secretKey, now };
}

async function start(tx: Tx, asked: Asked): Promise<void> {
  await checkIs(tx, asked.actor, "off");
  await consumeOtp(tx, confirmation(asked, "authenticator-on"));
  await startEnrolment(tx, scopeOf(asked));
}

export async function finishAuthenticator(db: Db, asked: Asked & { code: string }): Promise<string[]> {
  const owner = ownerOf(asked.actor);
  return countingTries(db, { owner, now: asked.now }, () => atomically(db, finish, asked));
}

async function finish(tx: Tx, asked: Asked & { code: string }): Promise<string[] | undefined> {
  const { actor, client, code, now } = asked;
  const codes = await finishEnrolment(tx, { ...scopeOf(asked), code });
  if (!codes) return undefined;
  await noteChange(tx, {
    actor,
    kind: "authenticator-on",
    client,
    now,
    mail: {
      heading: "Your authenticator app was turned on",
      text: "withdrawals, transfers and new coin addresses or bank details now ask for its code beside the one that we mail.",
      note: ifNotYou,
    },
  });
  return codes;
}

export async function switchOff(db: Db, asked: Asked): Promise<void> {
  // Asked again for want of an answer. Only while it is off: it may have been turned on once more since.
  const isOff = !(await hasAuthenticator(db, ownerOf(asked.actor)));
  if (isOff && (await wasConsumed(db, confirmation(asked, "authenticator-off")))) return;
  await atomically(db, off, asked);
}

async function off(tx: Tx, asked: Asked): Promise<void> {
  const { actor, client, now } = asked;
  await checkIs(tx, actor, "on");
  await consumeOtp(tx, confirmation(asked, "authenticator-off"));
  await turnOffAuthenticator(tx, ownerOf(actor));
  await noteChange(tx, {
    actor,
    kind: "authenticator-off",
    client,
    now,
    mail: {
      heading: "Your authenticator app was turned off",
      text: "withdrawals, transfers and new coin addresses or bank details no longer ask for its code.",
      note: ifNotYou,
    },
  });
}

export async function renewRecoveryCodes(tx: Tx, asked: Asked): Promise<string[]> {
  const { actor, client, secretKey, now } = asked;
  await checkIs(tx, actor, "on");
  await consumeOtp(tx, confirmation(asked, "recovery-codes"));
  const codes = await replaceRecoveryCodes(tx, { owner: ownerOf(actor), secretKey });
  await noteChange(tx, {
    actor,
    kind: "recovery-codes-renewed",
    client,
    now,
    mail: {
      heading: "Your recovery codes were replaced",
      text: "new recovery codes were made. The old ones are worth nothing any more.",
      note: ifNotYou,
    },
  });
  return codes;
}
