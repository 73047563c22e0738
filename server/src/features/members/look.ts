import { AppError } from "@fc/contract/errors";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { openSession } from "../../platform/sessions.ts";
import { memberByRefId } from "./page.ts";

/** A session of the member's that can only read, for an operator. That it was opened is told to the member. */
export async function lookAsMember(
  tx: Tx,
  { operating, refId, userAgent }: { operating: Operating; refId: string; userAgent: string },
) {
  const member = await memberByRefId(tx, refId);
  if (member.status === "blocked") throw new AppError("MEMBER_BLOCKED");
  const { operatorId: lookingOperatorId, ip, now } = operating;
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/look",
    details: {},
    kind: "looked-as-member",
    detail: "",
  });
  const session = { memberId: member.id, temporaryPasswordId: null, ip, userAgent, now };
  return openSession(tx, { ...session, lookingOperatorId });
}
