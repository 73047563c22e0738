import { isPassword } from "../../core/members/passwords.ts";
import { logAction } from "../../core/operators/log.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { openOperatorSession } from "../../platform/operator-sessions.ts";
import { limitUse, networkOf, refundAll } from "../../platform/rate-limit.ts";
import { knownBrowser } from "./devices.ts";

const addressLimit = { name: "console-address", points: 30, windowMs: 15 * minute } as const;
/** A browser that the operator has used before has its own count, so that nobody can lock the operator out. */
const accountLimit = { name: "console-account", points: 10, windowMs: 15 * minute } as const;

interface LoginAttempt {
  email: string;
  password: string;
  ip: string;
  userAgent: string;
  deviceId: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal;
  now: Date;
}

/** Opens a session that is good for nothing but the second step. */
export async function logInOperator(
  db: Db,
  attempt: LoginAttempt,
): Promise<{ token: string; cookie: string } | undefined> {
  const { email, password, ip, deviceId, gone, now } = attempt;
  const network = networkOf(ip);
  await limitUse(db, addressLimit, network, now);
  const operator = await db
    .selectFrom("operators")
    .select(["id", "password_hash"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .where("status", "=", "active")
    .executeTakeFirst();
  const browser =
    operator && (await knownBrowser(db, { operatorId: operator.id, deviceId, step: "password", now }));
  const account = browser === undefined ? email : `${email}:${browser}`;
  await limitUse(db, accountLimit, account, now);
  const uncount = () =>
    refundAll(db, [
      [addressLimit, network],
      [accountLimit, account],
    ]);
  const lane = browser === undefined ? "operator" : "known-operator";
  const isRight = await isPassword(operator?.password_hash, password, { lane, gone, uncount });
  if (!isRight || !operator) return undefined;
  await uncount();
  return atomically(db, open, { ...attempt, operatorId: operator.id });
}

async function open(tx: Tx, input: LoginAttempt & { operatorId: number }) {
  const { operatorId, ip, userAgent, now } = input;
  await logAction(tx, { operatorId, ip, action: "session/open", now });
  return openOperatorSession(tx, { operatorId, ip, userAgent, now });
}
