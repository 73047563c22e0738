import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { notMeLinkDays, type FreezeState } from "@fc/contract/freeze/portal";
import { sendMail } from "../../core/mails/mails.ts";
import { deviceWords } from "../../core/mails/words.ts";
import { recordMemberEvent, type Client } from "../../core/members/changes.ts";
import { endWaysIn } from "../../core/members/freezing.ts";
import { endAllPasskeys } from "../../core/passkeys/passkeys.ts";
import { after, day, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import { notMeOf } from "../../platform/mail/not-me.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import type { SecretKey } from "../../platform/secrets.ts";

const addressLimit = { name: "freeze-address", points: 60, windowMs: 15 * minute } as const;

interface UsedLink {
  token: string;
  secretKey: SecretKey;
  now: Date;
}

export async function limitLinks(db: Db, { ip, now }: { ip: string; now: Date }): Promise<void> {
  await limitUse(db, addressLimit, networkOf(ip), now);
}

export async function freezeStateOf(db: Db, link: UsedLink): Promise<FreezeState> {
  const { member, at } = await subjectOf(db, link);
  return { refId: member.refId, mailedAt: at.toISOString(), state: await stateOf(db, member, at) };
}

/**
 * Anybody who reads the mail may freeze the account: it takes nothing, and an operator opens it again. Everything that could
 * move coins stops at once: sessions end, codes are void, and pending withdrawals are not paid.
 */
export async function freeze(
  tx: Tx,
  { client, ...link }: UsedLink & { client: Client },
): Promise<FreezeState> {
  const { now } = link;
  const { member, at } = await subjectOf(tx, link);
  const answer = { refId: member.refId, mailedAt: at.toISOString() };
  const frozen = await tx
    .updateTable("members")
    .set({ status: "frozen" })
    .where("id", "=", member.id)
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
  // Read under the lock of the update: an operator may have looked at the account at this moment.
  const state = await stateOf(tx, { ...member, status: "active" }, at);
  if (state === "closed") throw new AppError("FREEZE_LINK_GONE");
  if (frozen.numUpdatedRows !== 1n) return { ...answer, state: "frozen" };
  await endWaysIn(tx, { memberId: member.id, now });
  // Perhaps somebody else added one, and it would work again as soon as the account is unblocked.
  await endAllPasskeys(tx, { memberId: member.id, client, now });
  const detail = await deniedMail(tx, member.email, at);
  await recordMemberEvent(tx, { memberId: member.id, kind: "frozen", detail, client, now });
  const origin = { device: deviceWords(client.userAgent), ip: client.ip };
  await sendMail(tx, { kind: "account-frozen", to: member, now, origin, values: {} });
  return { ...answer, state: "frozen" };
}

/** The mail whose link was used: its subject says what the member denies. A mail that is deleted leaves its time. */
async function deniedMail(db: Db, recipient: string, at: Date): Promise<string> {
  const mail = await db
    .selectFrom("mails")
    .select("subject")
    .where("recipient", "=", recipient)
    .where("created_at", "=", at)
    // A code may have been mailed at the same moment; what was done with it is mailed after it.
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return mail ? `${mail.subject}, ${indiaTime(at)}` : indiaTime(at);
}

type Subject = Awaited<ReturnType<typeof subjectOf>>["member"];

async function subjectOf(db: Db, { token, secretKey, now }: UsedLink) {
  const link = notMeOf(secretKey, token);
  const isInTime = link !== undefined && after(link.at, notMeLinkDays * day) > now;
  const member = isInTime
    ? await db
        .selectFrom("members")
        .select(["id", "ref_id as refId", "name", "email", "language", "status"])
        .where("ref_id", "=", link.refId)
        .executeTakeFirst()
    : undefined;
  if (!member) throw new AppError("FREEZE_LINK_GONE");
  return { member, at: sure(link).at };
}

async function stateOf(db: Db, { id, status }: Subject, mailedAt: Date): Promise<FreezeState["state"]> {
  if (status !== "active") return "frozen";
  const looked = await db
    .selectFrom("operator_log")
    .select("id")
    .where("member_id", "=", id)
    .where("action", "=", "member/unblock")
    .where("at", ">", mailedAt)
    .limit(1)
    .executeTakeFirst();
  return looked ? "closed" : "open";
}
