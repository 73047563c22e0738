import * as contract from "@fc/contract/bank/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { bankChange, bankDetailsOf } from "./bank.ts";
import { branchOf } from "./ifsc.ts";

export function bankPortalRoutes(deps: Deps): BoundRoute[] {
  const bank = bankChange(deps);
  return [
    handle(contract.getBankDetails, async ({ actor }) => {
      const kept = await bankDetailsOf(deps, actor.memberId);
      return { data: kept ? { ...kept, accountNumber: contract.maskedAccount(kept.accountNumber) } : null };
    }),
    guardedBy(
      bank,
      handle(contract.updateBankDetails, async ({ body, ...call }) => {
        await bank.make({ ...call, change: body });
        return { message: contract.bankUpdated };
      }),
    ),
    handle(contract.lookUpIfsc, async ({ params }) => ({ data: (await branchOf(params.ifscCode)) ?? null })),
  ];
}
