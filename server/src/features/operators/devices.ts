import { AppError } from "@fc/contract/errors";
import { sendOperatorMail } from "../../core/mails/mails.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { countUse, limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";

/** How long a browser counts as known that has not passed the second step yet. */
const freshMs = 30 * minute;
const task = "mail-console-link";
const addressLimit = { name: "console-link-address", points: 20, windowMs: hour } as const;
/** Silent, because an answer would reveal who is an operator. No longer than a link is valid, as for members. */
const operatorLimit = { name: "console-link-operator", points: 3, windowMs: freshMs };

/**
 * What the wrong tries of this browser are counted by, if the operator has used it before. The second step asks for a
 * browser that has passed it: a password and a mailbox together must not earn new tries of the code.
 */
export async function knownBrowser(
  db: Db,
  input: { operatorId: number; deviceId: string | undefined; step: "password" | "second-step"; now: Date },
): Promise<string | undefined> {
  const { operatorId, deviceId, step, now } = input;
  if (deviceId === undefined) return undefined;
  const known = await db
    .selectFrom("operator_devices")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .where("device_hash", "=", sha256(deviceId))
    .where((eb) =>
      step === "second-step"
        ? eb("passed_second_step", "=", true)
        : eb.or([eb("passed_second_step", "=", true), eb("last_used_at", ">", after(now, -freshMs))]),
    )
    .executeTakeFirst();
  return known && sha256(deviceId).toString("base64url");
}

/** Keeps the browser that has passed the second step. An id that we did not issue for this operator is replaced. */
export async function rememberDevice(
  tx: Tx,
  { operatorId, deviceId, now }: { operatorId: number; deviceId: string | undefined; now: Date },
): Promise<string> {
  if (deviceId !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable("operator_devices")
      .set({ passed_second_step: true, last_used_at: now })
      .where("operator_id", "=", operatorId)
      .where("device_hash", "=", sha256(deviceId))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n) return deviceId;
  }
  const fresh = randomToken();
  await tx
    .insertInto("operator_devices")
    .values({
      operator_id: operatorId,
      device_hash: sha256(fresh),
      passed_second_step: true,
      last_used_at: now,
    })
    .execute();
  return fresh;
}

/** A secret that makes the browser that has it known for half an hour. */
export async function newDevice(tx: Tx, operatorId: number, now: Date): Promise<string> {
  const deviceId = randomToken();
  await tx
    .insertInto("operator_devices")
    .values({ operator_id: operatorId, device_hash: sha256(deviceId), last_used_at: now })
    .execute();
  return deviceId;
}

/** After a new password or a new app: a browser that a thief used has no count of its own any more. */
export async function forgetDevices(tx: Tx, operatorId: number): Promise<void> {
  await tx.deleteFrom("operator_devices").where("operator_id", "=", operatorId).execute();
}

/** For an operator whose account is being guessed and who sits at a new browser. A job looks the address up. */
export async function requestConsoleLink(
  db: Db,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<void> {
  await limitUse(db, addressLimit, networkOf(ip), now);
  await atomically(db, enqueue, { task, lane: "codes", payload: { email }, now });
}

export function mailConsoleLinkTask({ db, clock, publicUrl }: Deps): Task {
  return {
    name: task,
    async run({ email }) {
      if (typeof email !== "string") return;
      await atomically(db, mailConsoleLink, { email, publicUrl, now: clock() });
    },
  };
}

async function mailConsoleLink(
  tx: Tx,
  { email, publicUrl, now }: { email: string; publicUrl: string; now: Date },
): Promise<void> {
  const { waitMs } = await countUse(tx, operatorLimit, email, now);
  if (waitMs !== undefined) return;
  const operator = await tx
    .selectFrom("operators")
    .select(["id", "name", "email"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .where("status", "=", "active")
    .executeTakeFirst();
  if (!operator) return;
  const secret = await newDevice(tx, operator.id, now);
  // Behind the hash, which browsers send to no server.
  const url = `${publicUrl}/console/login#${secret}`;
  await sendOperatorMail(tx, { kind: "console-link", to: operator, now, values: { url } });
}

/** Whether a mailed link still makes a browser known. */
export async function checkConsoleLink(
  db: Db,
  { secret, ip, now }: { secret: string; ip: string; now: Date },
): Promise<void> {
  await limitUse(db, addressLimit, networkOf(ip), now);
  const found = await db
    .selectFrom("operator_devices")
    .select("operator_id")
    .where("device_hash", "=", sha256(secret))
    .where("last_used_at", ">", after(now, -freshMs))
    .executeTakeFirst();
  if (!found) throw new AppError("CONSOLE_LINK_GONE");
}

export function forgetOldOperatorDevices({ db, clock }: Deps): Task {
  return {
    name: "forget-old-operator-devices",
    everyMs: 24 * hour,
    async run() {
      const now = clock();
      await db
        .deleteFrom("operator_devices")
        .where((eb) =>
          eb.or([
            eb("last_used_at", "<", after(now, -400 * 24 * hour)),
            eb.and([eb("passed_second_step", "=", false), eb("last_used_at", "<", after(now, -freshMs))]),
          ]),
        )
        .execute();
    },
  };
}
