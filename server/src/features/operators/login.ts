import { isPassword } from "../../core/members/passwords.ts";
import { logAction } from "../../core/operators/log.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { openOperatorSession } from "../../platform/operator-sessions.ts";
import { limitUse, networkOf, refund } from "../../platform/rate-limit.ts";

const addressLimit = { points: 30, windowMs: 15 * minute };
const accountLimit = { points: 10, windowMs: 15 * minute };

interface LoginAttempt {
  email: string;
  password: string;
  ip: string;
  userAgent: string;
  now: Date;
}

/** Opens a session that is good for nothing but the second step. */
export async function logInOperator(
  db: Db,
  attempt: LoginAttempt,
): Promise<{ token: string; cookie: string } | undefined> {
  const { email, password, ip, now } = attempt;
  const keys = [`console-address:${networkOf(ip)}`, `console-account:${email}`] as const;
  await limitUse(db, keys[0], addressLimit, now);
  await limitUse(db, keys[1], accountLimit, now);
  const operator = await db
    .selectFrom("operators")
    .select(["id", "password_hash"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .where("status", "=", "active")
    .executeTakeFirst();
  if (!(await isPassword(operator?.password_hash, password)) || !operator) return undefined;
  for (const key of keys) await refund(db, key);
  return atomically(db, open, { ...attempt, operatorId: operator.id });
}

async function open(tx: Tx, input: LoginAttempt & { operatorId: number }) {
  const { operatorId, ip, userAgent, now } = input;
  await logAction(tx, { operatorId, ip, action: "session/open", now });
  return openOperatorSession(tx, { operatorId, ip, userAgent, now });
}
