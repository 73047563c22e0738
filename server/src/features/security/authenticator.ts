import * as contract from "@fc/contract/security/authenticator";
import { AppError } from "@fc/contract/errors";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp, wasConsumed } from "../../core/otp/otp.ts";
import {
  authenticatorOf,
  limitTries,
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

interface AuthenticatorCall {
  actor: MemberSession;
  client: Client;
  secretKey: string;
  now: Date;
}

export async function authenticatorData(
  db: Db,
  { actor, secretKey, now }: Omit<AuthenticatorCall, "client">,
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

/** What the mailed code confirms: for each of these calls only the member's own id. */
function confirmation({ actor, secretKey, now }: Omit<AuthenticatorCall, "client">, purpose: OtpPurpose) {
  const { memberId, sessionId } = actor;
  return { memberId, sessionId, purpose, change: { userId: memberId }, secretKey, now };
}

export async function startAuthenticator(db: Db, call: AuthenticatorCall): Promise<void> {
  // A retry after a lost response: the same key is shown again.
  const hasKey = (await enrolmentOf(db, scopeOf(call))) !== undefined;
  if (hasKey && (await wasConsumed(db, confirmation(call, "authenticator-on")))) return;
  await atomically(db, start, call);
}

function scopeOf({ actor, secretKey, now }: AuthenticatorCall) {
  return { owner: ownerOf(actor), sessionId: actor.sessionId, secretKey, now };
}

async function start(tx: Tx, call: AuthenticatorCall): Promise<void> {
  await checkIs(tx, call.actor, "off");
  await consumeOtp(tx, confirmation(call, "authenticator-on"));
  await startEnrolment(tx, scopeOf(call));
}

export async function finishAuthenticator(
  db: Db,
  call: AuthenticatorCall & { code: string },
): Promise<string[]> {
  const owner = ownerOf(call.actor);
  return limitTries(db, { owner, now: call.now }, () => atomically(db, finish, call));
}

async function finish(tx: Tx, call: AuthenticatorCall & { code: string }): Promise<string[] | undefined> {
  const { actor, client, code, now } = call;
  const codes = await finishEnrolment(tx, { ...scopeOf(call), code });
  if (!codes) return undefined;
  await noteChange(tx, {
    actor,
    kind: "authenticator-on",
    client,
    now,
    values: {},
  });
  return codes;
}

export async function switchOff(db: Db, call: AuthenticatorCall): Promise<void> {
  // A retry after a lost response, but only while it is off: it may have been turned on again since.
  const isOff = !(await hasAuthenticator(db, ownerOf(call.actor)));
  if (isOff && (await wasConsumed(db, confirmation(call, "authenticator-off")))) return;
  await atomically(db, off, call);
}

async function off(tx: Tx, call: AuthenticatorCall): Promise<void> {
  const { actor, client, now } = call;
  await checkIs(tx, actor, "on");
  await consumeOtp(tx, confirmation(call, "authenticator-off"));
  await turnOffAuthenticator(tx, ownerOf(actor));
  await noteChange(tx, {
    actor,
    kind: "authenticator-off",
    client,
    now,
    values: {},
  });
}

export async function renewRecoveryCodes(tx: Tx, call: AuthenticatorCall): Promise<string[]> {
  const { actor, client, secretKey, now } = call;
  await checkIs(tx, actor, "on");
  await consumeOtp(tx, confirmation(call, "recovery-codes"));
  const codes = await replaceRecoveryCodes(tx, { owner: ownerOf(actor), secretKey });
  await noteChange(tx, {
    actor,
    kind: "recovery-codes-renewed",
    client,
    now,
    values: {},
  });
  return codes;
}
