import * as contract from "@fc/contract/wallet/portal";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import {
  deductionOf,
  firstStakeOf,
  stakeRequirementMessageOf,
  stakeRequirementOf,
  summaryOf,
  totalStakingOf,
} from "./queries.ts";

export function walletPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.walletSummary, async ({ actor }) => ({ data: await summaryOf(db, actor.memberId) })),
    handle(contract.totalStaking, async ({ actor }) => ({ data: await totalStakingOf(db, actor.memberId) })),
    handle(contract.stakeRequirement, async ({ actor }) => ({
      data: await stakeRequirementOf(db, actor.memberId),
    })),
    handle(contract.stakeRequirementMessage, async ({ actor }) => ({
      message: await stakeRequirementMessageOf(db, actor.memberId),
    })),
    handle(contract.deductionAmount, async ({ actor, now }) => ({
      data: await deductionOf(db, actor.memberId, now),
    })),
    handle(contract.stakingDate, async ({ actor }) => ({ data: await firstStakeOf(db, actor.memberId) })),
    handle(contract.walletSettings, async () => ({ data: await walletSettingsOf(db) })),
  ];
}
