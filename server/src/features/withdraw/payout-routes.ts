import { handOverWithdrawal } from "@fc/contract/withdraw/console";
import * as contract from "@fc/contract/withdraw/console-payouts";
import { payoutOutcomes, payoutStates } from "@fc/contract/withdraw/console-payout-states";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { giveUp, handOver, takeBack } from "./hand-over.ts";
import { refuseSanctionedOf } from "./sanctioned.ts";
import { connected, hotWalletOf, pauseWallet, proposeRelease } from "./hot-wallet.ts";
import { allPayouts, payoutOf, payoutsPage } from "./payout-queries.ts";

export function payoutConsoleRoutes({ db, chain, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(handOverWithdrawal, async ({ params, body, operating }) => {
      const input = { id: params.id, ...body, chain: connected(chain), secretKey, operating };
      await refuseSanctionedOf(db, chain, params.id);
      return { data: await atomically(db, handOver, input) };
    }),
    handle(contract.consolePayouts, ({ query }) => payoutsPage(db, query)),
    handle(contract.consolePayoutsCsv, async ({ query }) => {
      const file = csvFile(contract.payoutColumns, await allPayouts(db, query), (row) => ({
        reference: row.reference,
        name: row.member.name,
        refId: row.member.refId,
        amount: row.amount,
        state: stateText(row),
        handedAt: csvTime(row.handedAt),
        handedBy: row.handedBy ?? "",
        sentAt: row.sentAt === null ? "" : csvTime(row.sentAt),
        settledAt: row.settledAt === null ? "" : csvTime(row.settledAt),
        attempts: row.attempts,
        nonce: row.nonce ?? "",
        fee: row.feeCoin ?? "",
        transactionId: row.transactionId ?? "",
      }));
      return fileOfState(file, "payouts", query.state && payoutStates[query.state].label);
    }),
    handle(contract.consolePayout, async ({ params }) => ({ data: await payoutOf(db, params.id) })),
    handle(contract.takeBackPayout, async ({ params, operating }) => {
      await atomically(db, takeBack, { payoutId: params.id, operating });
      return {};
    }),
    handle(contract.giveUpPayout, async ({ params, body, operating }) => {
      await atomically(db, giveUp, { payoutId: params.id, ...body, operating });
      return {};
    }),
    handle(contract.consoleHotWallet, async ({ operating }) => ({
      data: {
        isChainSet: chain !== undefined,
        wallet: chain ? await hotWalletOf(db, { chain, now: operating.now }) : null,
      },
    })),
    handle(contract.pauseHotWallet, async ({ body, operating }) => {
      await atomically(db, pauseWallet, { chain: connected(chain), ...body, operating });
      return {};
    }),
    handle(contract.releaseHotWallet, async ({ body, operating }) => {
      const input = { chain: connected(chain), ...body, operating, publicUrl };
      return { data: await atomically(db, proposeRelease, input) };
    }),
  ];
}

function stateText({ state, outcome }: contract.PayoutRow): string {
  return state === "failed" && outcome !== null ? payoutOutcomes[outcome] : payoutStates[state].label;
}
