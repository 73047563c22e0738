import * as contract from "@fc/contract/registration/console";
import { logAction } from "../../core/operators/log.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { addFirstMember } from "./first-member.ts";

export function registrationConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.createFirstMember, async ({ body, operating }) => {
      return { data: { refId: await atomically(db, create, { ...body, operating, publicUrl }) } };
    }),
  ];
}

async function create(
  tx: Tx,
  { operating, ...person }: contract.FirstMember & { operating: Operating; publicUrl: string },
): Promise<string> {
  const { id, refId } = await addFirstMember(tx, { ...person, now: operating.now });
  await logAction(tx, { ...operating, action: "member/add-first", memberId: id });
  return refId;
}
