import type { DocumentKind } from "@fc/contract/documents/kinds";
import { AppError } from "@fc/contract/errors";
import { waitingDocuments } from "../../core/documents/documents.ts";
import type { Client } from "../../core/members/changes.ts";
import type { Tx } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";

interface AcceptedVersions {
  actor: MemberSession;
  versions: readonly { kind: DocumentKind; version: number }[];
  client: Client;
  now: Date;
}

/** Records what the member has read and accepted. A repeated call finds it recorded and changes nothing. */
export async function acceptVersions(
  tx: Tx,
  { actor, versions, client, now }: AcceptedVersions,
): Promise<void> {
  const { memberId, sessionId } = actor;
  const waiting = await waitingDocuments(tx, memberId);
  const isShown = waiting.every(({ kind, version }) =>
    versions.some((shown) => shown.kind === kind && shown.version === version),
  );
  // A newer version was released while the member read: what was not shown is not accepted.
  if (!isShown) throw new AppError("DOCUMENTS_CHANGED");
  if (waiting.length === 0) return;
  await tx
    .insertInto("acceptances")
    .values(
      waiting.map(({ kind, version }) => ({
        member_id: memberId,
        kind,
        version,
        accepted_at: now,
        session_id: sessionId,
        ip: client.ip,
        user_agent: client.userAgent.slice(0, 300),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
