import * as contract from "@fc/contract/activity/portal";
import { messageText } from "@fc/contract/ledger/message";
import type { QueryOf } from "@fc/contract/route";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { historyOf } from "./history.ts";
import type { ActivityFilter } from "./movements.ts";
import { activityPage, activitySumsOf, allActivity } from "./queries.ts";

export function activityPortalRoutes(): BoundRoute[] {
  return [
    reading(contract.activity, ({ reads, actor, query: { cursor, size, ...filter } }) =>
      activityPage(reads, filterOf(actor.memberId, filter), { cursor, size }),
    ),
    reading(contract.activitySums, async ({ reads, actor, query }) => ({
      data: await activitySumsOf(reads, filterOf(actor.memberId, query)),
    })),
    reading(contract.activityCsv, async ({ reads, actor, query }) =>
      csvFile(
        contract.activityColumns,
        allActivity(reads, filterOf(actor.memberId, query)),
        ({ at, kind, message, person, wallets: moved, direction, amountFc, balanceFc, reference }) => {
          // With its sign, so that a spreadsheet can add up; what moved between own wallets adds nothing.
          const signed = { in: amountFc, out: -amountFc, between: 0 }[direction];
          return {
            date: csvTime(at),
            what: messageText(message),
            person: person === null ? "" : `${person.name} (${person.refId})`,
            wallets: moved.map((wallet) => walletKinds[wallet].label).join(", "),
            amount: kind === null ? "" : signed,
            balance: balanceFc ?? "",
            reference: reference ?? "",
            before: kind === null ? signed : "",
          };
        },
      ),
    ),
    reading(
      contract.balanceHistory,
      async ({ reads, actor, query: { range = contract.usualHistoryRange }, now }) => ({
        data: await historyOf(reads, { memberId: actor.memberId, range, now }),
      }),
    ),
  ];
}

function filterOf(
  memberId: number,
  { wallet, kinds = [], search = "", messages = [], ...period }: QueryOf<typeof contract.activitySums>,
): ActivityFilter {
  return { memberId, wallets: wallet === undefined ? wallets : [wallet], kinds, search, messages, ...period };
}
