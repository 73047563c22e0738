import * as contract from "@fc/contract/bank/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { bankDetailsOf, updateBankDetails } from "./bank.ts";
import { branchOf } from "./ifsc.ts";

export function bankPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.getBankDetails, async ({ actor }) => {
      const kept = await bankDetailsOf(db, actor.memberId);
      return { data: kept ? { ...kept, accountNumber: contract.maskedAccount(kept.accountNumber) } : null };
    }),
    handle(contract.updateBankDetails, async ({ actor, body, client, now }) => {
      await atomically(db, updateBankDetails, { actor, change: body, client, secretKey, now });
      return { message: contract.bankUpdated };
    }),
    handle(contract.lookUpIfsc, async ({ params }) => ({ data: (await branchOf(params.ifscCode)) ?? null })),
  ];
}
