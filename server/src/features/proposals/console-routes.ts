import * as contract from "@fc/contract/proposals/console";
import { confirmProposal, refuseProposal, type ProposalActs } from "../../core/proposals/proposals.ts";
import { proposalsOf } from "../../core/proposals/queries.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";

/** The acts are the features' own: a feature imports no other feature. */
export function proposalConsoleRoutes({ db, publicUrl }: Deps, acts: ProposalActs): BoundRoute[] {
  return [
    handle(contract.consoleProposals, async ({ now }) => ({ data: await proposalsOf(db, { acts, now }) })),
    handle(contract.confirmProposal, async ({ params, operating }) => {
      await atomically(db, confirmProposal, { ...params, acts, operating, publicUrl });
      return {};
    }),
    handle(contract.refuseProposal, async ({ params, body, operating }) => {
      await atomically(db, refuseProposal, { ...params, ...body, operating });
      return {};
    }),
  ];
}
