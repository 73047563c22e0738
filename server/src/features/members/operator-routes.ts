import * as contract from "@fc/contract/console-members";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { openAdjustments } from "./adjustment-queries.ts";
import { revealKyc } from "./kyc.ts";
import { memberByRefId, memberPage } from "./page.ts";
import { memberSearch } from "./search.ts";
import { memberStatement } from "./statement.ts";

export function memberOperatorRoutes(deps: Deps): BoundRoute[] {
  return readingRoutes(deps);
}

function readingRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleMembers, ({ query }) => memberSearch(db, query)),
    handle(contract.consoleMember, async ({ params, now }) => ({
      data: await memberPage(db, { refId: params.refId, now }),
    })),
    handle(contract.consoleMemberStatement, async ({ params, query }) => {
      const { id } = await memberByRefId(db, params.refId);
      return memberStatement(db, id, query);
    }),
    handle(contract.revealKyc, async ({ params, body, actor, client, now }) => {
      const operating = { operatorId: actor.operatorId, ip: client.ip, now };
      const reveal = { operating, refId: params.refId, part: body.part, secretKey };
      return { data: await atomically(db, revealKyc, reveal) };
    }),
    handle(contract.openAdjustments, async () => ({ data: await openAdjustments(db) })),
  ];
}
