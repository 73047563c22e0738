import type * as contract from "@fc/contract/security/authenticator";
import { AppError } from "@fc/contract/errors";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange } from "../../core/members/changes.ts";
import {
  authenticatorOf,
  limitTries,
  enrolmentOf,
  finishEnrolment,
  hasAuthenticator,
  startEnrolment,
  turnOffAuthenticator,
} from "../../core/totp/authenticator.ts";
import type { AuthenticatorOwner } from "../../core/totp/owner.ts";
import { replaceRecoveryCodes } from "../../core/totp/recovery-codes.ts";
import { invitation } from "../../core/totp/totp.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";

export function authenticatorStart(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "authenticator-on",
    check: async ({ actor }) => {
      await checkIs(db, actor, "off");
      return {
        action: { en: "Turn on your authenticator app", hi: "अपना ऑथेंटिकेटर ऐप चालू करें" },
        facts: [],
      };
    },
    perform: (request) => startAuthenticator(db, { ...request, secretKey }),
  });
}

export function authenticatorEnd(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "authenticator-off",
    check: async ({ actor }) => {
      await checkIs(db, actor, "on");
      return {
        action: { en: "Turn off your authenticator app", hi: "अपना ऑथेंटिकेटर ऐप बंद करें" },
        facts: [],
      };
    },
    perform: (request) => switchOff(db, { ...request, secretKey }),
  });
}

export function recoveryCodesChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "recovery-codes",
    check: async ({ actor }) => {
      await checkIs(db, actor, "on");
      return { action: { en: "Make new recovery codes", hi: "नए रिकवरी कोड बनाएँ" }, facts: [] };
    },
    perform: (request) => atomically(db, renewRecoveryCodes, { ...request, secretKey }),
  });
}

async function checkIs(db: Db, actor: MemberSession, wanted: "on" | "off"): Promise<void> {
  const isOn = await hasAuthenticator(db, ownerOf(actor));
  if (isOn && wanted === "off") throw new AppError("AUTHENTICATOR_ON");
  if (!isOn && wanted === "on") throw new AppError("AUTHENTICATOR_OFF");
}

function ownerOf({ memberId }: MemberSession): AuthenticatorOwner {
  return { kind: "member", id: memberId };
}

interface AuthenticatorRequest extends Pick<ChangeRequest<"authenticator-on">, "actor" | "client" | "now"> {
  secretKey: SecretKey;
}

type ConfirmedRequest = AuthenticatorRequest & { code: RequestCode };

export async function authenticatorData(
  db: Db,
  { actor, secretKey, now }: Omit<AuthenticatorRequest, "client">,
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

async function startAuthenticator(db: Db, request: ConfirmedRequest): Promise<void> {
  // A retry after a lost response: the same key is shown.
  const hasKey = (await enrolmentOf(db, scopeOf(request))) !== undefined;
  if (hasKey && (await request.code.wasSpent(db))) return;
  await atomically(db, start, request);
}

function scopeOf({ actor, secretKey, now }: AuthenticatorRequest) {
  return { owner: ownerOf(actor), sessionId: actor.sessionId, secretKey, now };
}

async function start(tx: Tx, request: ConfirmedRequest): Promise<void> {
  await checkIs(tx, request.actor, "off");
  await request.code.spend(tx);
  await startEnrolment(tx, scopeOf(request));
}

export async function finishAuthenticator(
  db: Db,
  request: AuthenticatorRequest & { appCode: string },
): Promise<string[]> {
  const owner = ownerOf(request.actor);
  return limitTries(db, { owner, now: request.now }, () => atomically(db, finish, request));
}

async function finish(
  tx: Tx,
  request: AuthenticatorRequest & { appCode: string },
): Promise<string[] | undefined> {
  const { actor, client, appCode, now } = request;
  const codes = await finishEnrolment(tx, { ...scopeOf(request), code: appCode });
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

async function switchOff(db: Db, request: ConfirmedRequest): Promise<void> {
  // A retry after a lost response. Only while it is off: it may have been turned on again since.
  const isOff = !(await hasAuthenticator(db, ownerOf(request.actor)));
  if (isOff && (await request.code.wasSpent(db))) return;
  await atomically(db, off, request);
}

async function off(tx: Tx, request: ConfirmedRequest): Promise<void> {
  const { actor, client, code, now } = request;
  await checkIs(tx, actor, "on");
  await code.spend(tx);
  await turnOffAuthenticator(tx, ownerOf(actor));
  await noteChange(tx, {
    actor,
    kind: "authenticator-off",
    client,
    now,
    values: {},
  });
}

async function renewRecoveryCodes(tx: Tx, request: ConfirmedRequest): Promise<string[]> {
  const { actor, client, code, secretKey, now } = request;
  await checkIs(tx, actor, "on");
  await code.spend(tx);
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
