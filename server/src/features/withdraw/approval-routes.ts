import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/withdraw/console-approvals";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { approvePayouts, batchToSign, invitationToSign, keepKey, ownKeys } from "./approvals.ts";

export function approvalConsoleRoutes({ db, chain, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.ownApprovalKeys, async ({ actor }) => ({ data: await ownKeys(db, actor) })),
    handle(contract.beginApprovalKey, async ({ actor, operating }) => ({
      data: await invitationToSign(db, { actor, operating, publicUrl, secretKey }),
    })),
    handle(contract.addApprovalKey, async ({ actor, operating, body }) => ({
      data: await keepKey(db, { actor, operating, publicUrl, secretKey }, body.passkey),
    })),
    handle(contract.payoutBatch, async ({ actor, operating }) => ({
      data: chain ? await batchToSign(db, { chain, actor, operating, publicUrl, secretKey }) : null,
    })),
    handle(contract.approvePayouts, async ({ actor, operating, body }) => {
      if (!chain) throw new AppError("NO_HOT_WALLET");
      await approvePayouts(db, { chain, actor, operating, publicUrl, secretKey, ...body });
      return {};
    }),
  ];
}
