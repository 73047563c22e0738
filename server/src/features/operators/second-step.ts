import { AppError } from "@fc/contract/errors";
import type { SecondStep } from "@fc/contract/operators/console";
import { logAction } from "../../core/operators/log.ts";
import {
  acceptCode,
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

interface SecondStepRequest {
  actor: OperatorSession;
  operating: Operating;
  secretKey: string;
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

export async function confirmEnrolment(
  db: Db,
  step: SecondStepRequest & { code: string },
): Promise<string[]> {
  const { actor, operating } = step;
  return limitTries(db, { owner: ownerOf(actor), now: operating.now }, () => atomically(db, confirm, step));
}

async function confirm(tx: Tx, { actor, operating, secretKey, code }: SecondStepRequest & { code: string }) {
  const { sessionId } = actor;
  const scope = { owner: ownerOf(actor), secretKey, now: operating.now };
  const recoveryCodes = await finishEnrolment(tx, { ...scope, sessionId, code });
  if (recoveryCodes === undefined) return undefined;
  await openSecondStep(tx, { sessionId, now: operating.now });
  await logAction(tx, { ...operating, action: "session/enrol" });
  return recoveryCodes;
}

export async function passByCode(db: Db, step: SecondStepRequest & { code: string }): Promise<void> {
  const { actor, operating } = step;
  await limitTries(db, { owner: ownerOf(actor), now: operating.now }, () => atomically(db, pass, step));
}

async function pass(tx: Tx, { actor, operating, secretKey, code }: SecondStepRequest & { code: string }) {
  const scope = { owner: ownerOf(actor), secretKey, now: operating.now };
  const accepted = await acceptCode(tx, { ...scope, code });
  if (accepted === undefined) return undefined;
  await openSecondStep(tx, { sessionId: actor.sessionId, now: operating.now });
  await logAction(tx, { ...operating, action: "session/second-step", details: { by: accepted } });
  return accepted;
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
