import { AppError } from "@fc/contract/errors";
import type { SecondStep } from "@fc/contract/operators/console";
import { logAction } from "../../core/operators/log.ts";
import {
  acceptCode,
  acceptRecoveryCode,
  limitTries,
  enrolmentOf,
  finishEnrolment,
  hasAuthenticator,
  startEnrolment,
} from "../../core/totp/authenticator.ts";
import type { AuthenticatorOwner } from "../../core/totp/owner.ts";
import { invitation } from "../../core/totp/totp.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { openSecondStep, type OperatorSession } from "../../platform/operator-sessions.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { knownBrowser, rememberDevice } from "./devices.ts";
import type { SecretKey } from "../../platform/secrets.ts";

interface SecondStepRequest {
  actor: OperatorSession;
  operating: Operating;
  secretKey: SecretKey;
}

const ownerOf = ({ operatorId }: OperatorSession): AuthenticatorOwner => ({
  kind: "operator",
  id: operatorId,
});

/** What is left to do before the console opens. */
export async function secondStepOf(
  { db, production }: Pick<Deps, "db" | "production">,
  actor: OperatorSession,
): Promise<SecondStep> {
  if (actor.passedSecondStep) return "none";
  if (await hasAuthenticator(db, ownerOf(actor))) return "code";
  return !production && (await maySkip(db, actor)) ? "enrol-or-skip" : "enrol";
}

/** Only the demo's operator may. */
async function maySkip(db: Db, { operatorId }: OperatorSession): Promise<boolean> {
  const { may_skip_totp } = await db
    .selectFrom("operators")
    .select("may_skip_totp")
    .where("id", "=", operatorId)
    .executeTakeFirstOrThrow();
  return may_skip_totp;
}

/** A password alone cannot replace an authenticator app: the session must have passed the app, or there is none yet. */
export async function beginEnrolment(deps: Deps, { actor, operating }: Omit<SecondStepRequest, "secretKey">) {
  const { db, secretKey } = deps;
  if (!["enrol", "enrol-or-skip"].includes(await secondStepOf(deps, actor)))
    throw new AppError("NOT_ALLOWED");
  const input = { owner: ownerOf(actor), sessionId: actor.sessionId, secretKey, now: operating.now };
  await atomically(db, startEnrolment, input);
  const enrolment = await enrolmentOf(db, input);
  if (!enrolment) throw new AppError("ENROLMENT_GONE");
  const { key, uri } = invitation(enrolment.secret, actor.email);
  return { secret: key, uri };
}

interface CodeRequest extends SecondStepRequest {
  code: string;
  /** Of the browser, if it has one. */
  deviceId: string | undefined;
}

export async function confirmEnrolment(
  db: Db,
  step: CodeRequest,
): Promise<{ recoveryCodes: string[]; deviceId: string }> {
  return limitTries(db, await triesOf(db, step), () => atomically(db, confirm, step));
}

async function confirm(tx: Tx, { actor, operating, secretKey, code, deviceId }: CodeRequest) {
  const { sessionId } = actor;
  const scope = { owner: ownerOf(actor), secretKey, now: operating.now };
  const recoveryCodes = await finishEnrolment(tx, { ...scope, sessionId, code });
  if (recoveryCodes === undefined) return undefined;
  await openSecondStep(tx, { sessionId, now: operating.now });
  await logAction(tx, { ...operating, action: "session/enrol" });
  return { recoveryCodes, deviceId: await rememberDevice(tx, { ...operating, deviceId }) };
}

/** Somebody who knows the password can use up the tries; then a known browser and a recovery code still get in. */
export async function passByCode(db: Db, step: CodeRequest): Promise<{ deviceId: string }> {
  return limitTries(
    db,
    await triesOf(db, step),
    () => atomically(db, pass, { ...step, accept: acceptCode }),
    () => atomically(db, pass, { ...step, accept: acceptRecoveryCode }),
  );
}

async function triesOf(db: Db, { actor, operating, deviceId }: CodeRequest) {
  const { operatorId, now } = operating;
  const browser = await knownBrowser(db, { operatorId, deviceId, step: "second-step", now });
  return { owner: ownerOf(actor), browser, now };
}

async function pass(
  tx: Tx,
  { actor, operating, secretKey, code, deviceId, accept }: CodeRequest & { accept: typeof acceptCode },
) {
  const accepted = await accept(tx, { owner: ownerOf(actor), secretKey, code, now: operating.now });
  if (accepted === undefined) return undefined;
  await openSecondStep(tx, { sessionId: actor.sessionId, now: operating.now });
  await logAction(tx, { ...operating, action: "session/second-step", details: { by: accepted } });
  return { deviceId: await rememberDevice(tx, { ...operating, deviceId }) };
}

export async function skip(
  deps: Deps,
  { actor, operating }: Omit<SecondStepRequest, "secretKey">,
): Promise<void> {
  if ((await secondStepOf(deps, actor)) !== "enrol-or-skip") throw new AppError("NOT_ALLOWED");
  await atomically(deps.db, skipStep, { actor, operating });
}

async function skipStep(tx: Tx, { actor, operating }: Omit<SecondStepRequest, "secretKey">): Promise<void> {
  await openSecondStep(tx, { sessionId: actor.sessionId, now: operating.now });
  await logAction(tx, { ...operating, action: "session/skip" });
}
