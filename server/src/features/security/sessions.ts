import { AppError } from "@fc/contract/errors";
import type { SignedInSession } from "@fc/contract/security/portal";
import { deviceWords } from "../../core/mails/words.ts";
import { noteChange, type Client } from "../../core/members/changes.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { coarseAddress, deviceOf } from "../../platform/format.ts";
import {
  openSessionsOf,
  revokeOtherSessions,
  revokeSession,
  type MemberSession,
} from "../../platform/sessions.ts";

export async function signedInSessions(
  db: Db,
  { actor, now }: { actor: MemberSession; now: Date },
): Promise<SignedInSession[]> {
  const rows = await openSessionsOf(db, { memberId: actor.memberId, now });
  const sessions = rows.map(({ id, ip, userAgent, signedInAt, lastSeenAt }) => {
    const isThis = id === actor.sessionId;
    return {
      id,
      isThis,
      device: deviceOf(userAgent),
      address: coarseAddress(ip),
      signedInAt: signedInAt.toISOString(),
      lastSeenAt: (isThis ? now : lastSeenAt).toISOString(),
    };
  });
  return sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

interface SignOut {
  actor: MemberSession;
  client: Client;
  now: Date;
}

export async function signOutSession(tx: Tx, input: SignOut & { sessionId: string }): Promise<void> {
  const { actor, sessionId, client, now } = input;
  const { memberId } = actor;
  // Logout ends the caller's own session, because it also clears the cookie.
  const revoked = sessionId !== actor.sessionId && (await revokeSession(tx, { memberId, sessionId, now }));
  if (!revoked) throw new AppError("NOT_FOUND");
  const { browser, system } = deviceOf(revoked.userAgent);
  const detail = `${browser ?? ""}/${system ?? ""}`;
  await noteChange(tx, {
    actor,
    kind: "device-signed-out",
    detail,
    client,
    now,
    values: { signedOut: deviceWords(revoked.userAgent) },
  });
}

export async function signOutOthers(tx: Tx, { actor, client, now }: SignOut): Promise<number> {
  const { memberId, sessionId } = actor;
  const signedOut = await revokeOtherSessions(tx, { memberId, sessionId, now });
  if (signedOut > 0) {
    const count = String(signedOut);
    await noteChange(tx, {
      actor,
      kind: "others-signed-out",
      detail: count,
      client,
      now,
      values: { count },
    });
  }
  return signedOut;
}
