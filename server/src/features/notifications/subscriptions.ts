import { AppError } from "@fc/contract/errors";
import { notificationRefusals } from "@fc/contract/notifications/portal";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { pushAddress } from "../../platform/push/hosts.ts";
import { isPushReceiver } from "../../platform/push/message.ts";
import type { MemberSession } from "../../platform/sessions.ts";

/** More devices than anybody uses; somebody who signs in again and again must not make us send a thousand messages. */
const mostDevices = 10;

interface NewSubscription {
  actor: MemberSession;
  endpoint: string;
  p256dh: string;
  auth: string;
  pushHosts: readonly string[];
  now: Date;
}

/** A session is one browser, so it has one subscription; a new one replaces it. */
export async function subscribe(tx: Tx, { actor, pushHosts, now, ...given }: NewSubscription): Promise<void> {
  const { memberId, sessionId } = actor;
  const [p256dh, auth] = [Buffer.from(given.p256dh, "base64url"), Buffer.from(given.auth, "base64url")];
  const address = pushAddress(given.endpoint, pushHosts);
  if (!address) throw refused("endpoint", notificationRefusals.unknownService);
  if (!isPushReceiver({ p256dh, auth })) throw refused("p256dh", notificationRefusals.badKeys);
  const endpoint = address.href;
  // One after the other: devices that subscribe at once would not see each other and be more than the most.
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
  // Who has signed in on this browser before is told nothing there any more. The secret proves that it is this browser:
  // somebody who only learnt the address cannot end another member's messages.
  await tx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", endpoint)
    .where("auth", "=", auth)
    .execute();
  const values = { member_id: memberId, endpoint, p256dh, auth, created_at: now };
  await tx
    .insertInto("push_subscriptions")
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(values))
    .execute();
  await sql`delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where member_id = ${memberId}
    order by created_at desc, session_id offset ${mostDevices})`.execute(tx);
}

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}

export async function unsubscribe(tx: Tx, { sessionId }: Pick<MemberSession, "sessionId">): Promise<void> {
  await tx.deleteFrom("push_subscriptions").where("session_id", "=", sessionId).execute();
}

export async function isSubscribed(db: Db, sessionId: string): Promise<boolean> {
  const known = await db
    .selectFrom("push_subscriptions")
    .select("created_at")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return known !== undefined;
}
