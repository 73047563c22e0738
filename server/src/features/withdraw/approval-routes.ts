import * as contract from "@fc/contract/withdraw/console-approvals";
import * as rules from "@fc/contract/withdraw/console-payout-rules";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { connected } from "./hot-wallet.ts";
import { invitationToSign, keepKey, ownKeys } from "./approval-keys.ts";
import { approvePayouts, batchToSign } from "./approvals.ts";
import { draftRules, rulesState, stopRules } from "./payout-rules.ts";
import { triedRules } from "./rules-trial.ts";

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
      await approvePayouts(db, { chain: connected(chain), actor, operating, publicUrl, secretKey, ...body });
      return {};
    }),
    handle(rules.payoutRules, async ({ actor, operating }) => ({
      data: chain ? await rulesState(db, { chain, actor, operating, publicUrl, secretKey }) : null,
    })),
    reading(rules.tryPayoutRules, async ({ reads, operating, body }) => ({
      data: await triedRules(reads, { rules: body, now: operating.now }),
    })),
    handle(rules.draftPayoutRules, async ({ actor, operating, body }) => {
      const { lastDay, ...given } = body;
      const asked = { chain: connected(chain), actor, operating, publicUrl, secretKey };
      return { data: await draftRules(db, { ...asked, lastDay, rules: given }) };
    }),
    handle(rules.stopPayoutRules, async ({ operating }) => {
      await atomically(db, stopRules, { chain: connected(chain), operating });
      return {};
    }),
  ];
}
