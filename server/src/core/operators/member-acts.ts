import type { LogAction } from "@fc/contract/operators/console-log";
import type { StaffEventKind } from "@fc/contract/security/portal";
import type { Tx } from "../../platform/db.ts";
import { recordMemberEvent } from "../members/changes.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { logAction } from "./log.ts";

interface MemberAct {
  operating: Operating;
  memberId: number;
  /** For the operators' log, with who and from where. */
  action: LogAction;
  details: Record<string, string | number | boolean | null>;
  /** For the member's Security page, which calls every operator "FC Portal staff". */
  kind: StaffEventKind;
  detail: string;
}

/** Records what an operator did to a member, in the log and on the member's Security page, so that neither is forgotten. */
export async function noteMemberAct(tx: Tx, act: MemberAct): Promise<void> {
  const { operating, memberId, action, details, kind, detail } = act;
  await logAction(tx, { ...operating, action, memberId, details });
  await recordMemberEvent(tx, {
    memberId,
    kind,
    detail,
    client: { ip: "", userAgent: "" },
    now: operating.now,
  });
}
