import type { KycPart } from "@fc/contract/members/console";
import { revealCountsHours } from "@fc/contract/members/console-identity-facts";
import { sql } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { noteMemberAct } from "../operators/member-acts.ts";

/** The action in the operators' log. */
const kycRead = "member/read-kyc";

interface Reveal {
  operating: Operating;
  memberId: number;
  part: KycPart;
}

/** Records that an operator was shown KYC data, in the transaction that reads them: in the log, and for the member. */
export async function noteReveal(tx: Tx, { operating, memberId, part }: Reveal): Promise<void> {
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: kycRead,
    details: { part },
    kind: "kyc-read",
    detail: part,
  });
}

interface Reveals {
  operating: Operating;
  memberId: number;
  /** Where only a later reveal counts, because it was changed then. */
  since?: Date;
}

/** Which parts this operator was shown of late. */
export async function revealedTo(
  db: Db,
  { operating, memberId, since }: Reveals,
): Promise<ReadonlySet<string>> {
  const { operatorId, now } = operating;
  const oldest = after(now, -revealCountsHours * hour);
  const lines = await db
    .selectFrom("operator_log")
    .select(sql<string>`details ->> 'part'`.as("part"))
    .where("operator_id", "=", operatorId)
    .where("member_id", "=", memberId)
    .where("action", "=", kycRead)
    .where("at", ">", oldest)
    .where("at", ">=", since ?? oldest)
    .execute();
  return new Set(lines.map(({ part }) => part));
}
