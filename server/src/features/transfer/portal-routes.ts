import { AppError } from "@fc/contract/errors";
import { stakingMessages } from "@fc/contract/staking/portal";
import * as contract from "@fc/contract/transfer/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { minute } from "../../platform/clock.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { allTransfers, transfersPage } from "./queries.ts";
import { topUpChange } from "./top-up.ts";
import { transferChange } from "./transfer.ts";

/** Enough to correct a few mistyped ids, too little to collect names. */
const lookUpLimit = { name: "look-up-member", points: 30, windowMs: 10 * minute } as const;

export function transferPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const transfer = transferChange(deps);
  const topUp = topUpChange(deps);
  return [
    handle(contract.checkReceiver, async ({ actor, params, now }) => {
      await limitUse(db, lookUpLimit, actor.memberId, now);
      const receiver = await activeMemberByRefId(db, params.receiverRefId);
      if (!receiver) throw new AppError("RECEIVER_UNKNOWN");
      return { data: shortName(receiver.name) };
    }),
    guardedBy(
      transfer,
      handle(contract.transferCoins, async ({ body, ...call }) => ({
        message: contract.transferSent,
        data: await transfer.make({ ...call, change: body }),
      })),
    ),
    guardedBy(
      topUp,
      handle(contract.topUpStake, async ({ body, ...call }) => ({
        message: stakingMessages.topUpSent,
        data: await topUp.make({ ...call, change: body }),
      })),
    ),
    reading(contract.transferReport, ({ reads, actor, query }) => transfersPage(reads, actor, query)),
    reading(contract.transferReportCsv, async ({ reads, actor, query }) =>
      csvFile(
        contract.transferReportColumns,
        await allTransfers(reads, actor, query),
        ({ respondedAt, toRefId, amount }) => ({
          date: csvTime(respondedAt),
          receiver: toRefId,
          coins: amount,
        }),
      ),
    ),
  ];
}
