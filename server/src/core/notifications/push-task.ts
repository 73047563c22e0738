import type { NotificationKind } from "@fc/contract/notifications/kinds";
import { sql } from "kysely";
import { day, second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { PermanentFailure, type Task } from "../../platform/jobs.ts";
import { pushAddress } from "../../platform/push/hosts.ts";
import { encryptPush, type PushReceiver } from "../../platform/push/message.ts";
import { vapidHeader } from "../../platform/push/vapid.ts";
import { sha256 } from "../../platform/secrets.ts";
import { wordsIn } from "../mails/words.ts";
import { pushKeys } from "./push-keys.ts";
import { pushTaskName } from "./push-queue.ts";
import { checkIt, openToSee, pushWords } from "./push-words.ts";

/** After a day the news is old: it is in the feed, and a message about it would only puzzle. */
const usefulMs = day;
const answersWithinMs = 10 * second;

/** The service may take the same message later. */
const mayTakeItLater = (status: number) => status >= 500 || status === 408 || status === 429;
/** The browser does not subscribe any more (RFC 8030). */
const isGone = (status: number) => status === 404 || status === 410;

type PushDeps = Pick<Deps, "db" | "clock" | "log" | "secretKey" | "publicUrl" | "pushHosts">;

/** Sends one message to one browser. The queue retries it with longer pauses, and its lane holds up no mail. */
export function pushTask(deps: PushDeps): Task {
  return {
    name: pushTaskName,
    async run(payload) {
      const kind = String(payload["kind"]);
      const happenedAt = new Date(String(payload["at"]));
      if (!isKind(kind) || deps.clock().getTime() - happenedAt.getTime() > usefulMs) return;
      const device = await openDevice(deps.db, { sessionId: String(payload["device"]), now: deps.clock() });
      if (device) await send(deps, { device, kind, item: String(payload["item"]) });
    },
  };
}

function isKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(pushWords, kind);
}

type Device = NonNullable<Awaited<ReturnType<typeof openDevice>>>;

/**
 * The browser of a session that nobody has ended. A session that only was not used for some days still counts: the
 * phone of a member who does not look is the one to be told.
 */
function openDevice(db: Db, { sessionId, now }: { sessionId: string; now: Date }) {
  return db
    .selectFrom("push_subscriptions as device")
    .innerJoin("sessions", "sessions.id", "device.session_id")
    .innerJoin("members", "members.id", "device.member_id")
    .select(["device.session_id as sessionId", "device.endpoint", "device.p256dh", "device.auth"])
    .select("members.language")
    .where("device.session_id", "=", sessionId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("members.status", "=", "active")
    .executeTakeFirst();
}

interface Message {
  device: Device;
  kind: NotificationKind;
  item: string;
}

/** Errors name no address: anybody who has it can disturb the browser's user. */
async function send(deps: PushDeps, { device, kind, item }: Message): Promise<void> {
  // The setting may have changed since the browser subscribed.
  const address = pushAddress(device.endpoint, deps.pushHosts);
  if (!address) return drop(deps, device);
  const response = await post(deps, { address, device, kind, item }).catch((error: unknown) => {
    throw new Error(`push not reached: ${reasonOf(error)}`);
  });
  // The answer's text is of no use, and it may be endless.
  await response.body?.cancel();
  if (response.ok) return;
  const problem = `push answered with ${response.status}`;
  if (mayTakeItLater(response.status)) throw new Error(problem);
  if (isGone(response.status)) return drop(deps, device);
  // Any other refusal may be a fault of ours, such as a signature that the service does not believe: dropping the
  // browsers would silence all members for good, and operators have to know of it. Once for each device is enough: a
  // member can give us any path of a known host, and would call the operators with every message.
  if (!(await hasFailedBefore(deps.db, device))) throw new PermanentFailure(problem);
}

async function hasFailedBefore(db: Db, { sessionId }: Device): Promise<boolean> {
  const failed = await db
    .selectFrom("jobs")
    .select("id")
    .where("failed_at", "is not", null)
    .where("task", "=", pushTaskName)
    .where(sql`payload ->> 'device'`, "=", sessionId)
    .limit(1)
    .executeTakeFirst();
  return failed !== undefined;
}

async function post(deps: PushDeps, { address, device, kind, item }: Message & { address: URL }) {
  const keys = await pushKeys(deps.db, deps.secretKey);
  const contact = deps.publicUrl;
  return fetch(address, {
    method: "POST",
    headers: {
      authorization: vapidHeader({ keys, audience: address.origin, contact, now: deps.clock() }),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(usefulMs / second),
      urgency: kind === "security" ? "high" : "normal",
      // A message that is sent again replaces the one that the service still holds.
      topic: sha256(item).toString("base64url").slice(0, 32),
    },
    body: new Uint8Array(encryptPush(textOf({ device, kind, item }), receiverOf(device))),
    // A redirect could lead us to any machine.
    redirect: "manual",
    signal: AbortSignal.timeout(answersWithinMs),
  });
}

const receiverOf = ({ p256dh, auth }: Device): PushReceiver => ({ p256dh, auth });

/** What the browser's worker shows; see web/src/worker/push.js. */
function textOf({ device: { language }, kind, item }: Message): string {
  const said = language ?? "en";
  return JSON.stringify({
    title: wordsIn(said, pushWords[kind]),
    body: wordsIn(said, kind === "security" ? checkIt : openToSee),
    tag: item,
    path: "/notifications",
  });
}

async function drop({ db, log }: PushDeps, { sessionId, endpoint }: Device): Promise<void> {
  await atomically(db, forgetDevice, { sessionId, endpoint });
  log.info({ session: sessionId }, "push subscription dropped");
}

/** Unless the browser has subscribed anew meanwhile. */
async function forgetDevice(
  tx: Tx,
  { sessionId, endpoint }: Pick<Device, "sessionId" | "endpoint">,
): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("session_id", "=", sessionId)
    .where("endpoint", "=", endpoint)
    .execute();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code ?? error.name;
}
