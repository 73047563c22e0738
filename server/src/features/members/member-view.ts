import { AppError } from "@fc/contract/errors";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { openSession } from "../../platform/sessions.ts";
import { memberByRefId } from "../../core/members/members.ts";

/** Opens a read-only session of a member for an operator. The member's Security page shows it. */
export async function openMemberView(
  tx: Tx,
  { operating, refId, userAgent }: { operating: Operating; refId: string; userAgent: string },
) {
  const member = await memberByRefId(tx, refId);
  if (member.status !== "active") throw new AppError("MEMBER_BLOCKED");
  const { operatorId: viewingOperatorId, ip, now } = operating;
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/look",
    details: {},
    kind: "looked-as-member",
    detail: "",
  });
  const session = { memberId: member.id, temporaryPasswordId: null, ip, userAgent, now };
  return openSession(tx, { ...session, viewingOperatorId });
}
