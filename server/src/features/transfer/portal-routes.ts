import { AppError } from "@fc/contract/errors";
import { stakingMessages } from "@fc/contract/staking/portal";
import * as contract from "@fc/contract/transfer/portal";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { minute } from "../../platform/clock.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { allTransfers, transfersPage } from "./queries.ts";
import { topUpStake } from "./top-up.ts";
import { nameOf, transferBatcher } from "./transfer.ts";

/** Enough to mend a few mistyped ids, too little to collect names. */
const lookUpLimit = { points: 30, windowMs: 10 * minute };

export function transferPortalRoutes(deps: Deps): BoundRoute[] {
  const { db, secretKey } = deps;
  const batcher = transferBatcher(deps);
  return [
    handle(contract.checkReceiver, async ({ actor, params, now }) => {
      await limitUse(db, `look-up-member:${actor.memberId}`, lookUpLimit, now);
      const receiver = await activeMemberByRefId(db, params.receiverRefId);
      if (!receiver) throw new AppError("RECEIVER_UNKNOWN");
      return { data: nameOf(receiver) };
    }),
    handle(contract.transferCoins, async ({ actor, body, idempotencyKey, client, now }) => {
      await batcher.submit({ actor, body, idempotencyKey, client, now });
      return { message: contract.transferSent };
    }),
    handle(contract.topUpStake, async ({ actor, body, idempotencyKey, client, now }) => {
      await atomically(db, topUpStake, { actor, body, idempotencyKey, client, secretKey, now });
      return { message: stakingMessages.topUpSent };
    }),
    handle(contract.transferReport, ({ actor, query }) => transfersPage(db, actor, query)),
    handle(contract.transferReportCsv, async ({ actor, query }) =>
      csvFile(
        contract.transferReportColumns,
        await allTransfers(db, actor, query),
        ({ respondedAt, toRefId, amount }) => [csvTime(respondedAt), toRefId, amount],
      ),
    ),
  ];
}
