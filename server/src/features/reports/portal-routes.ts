import { keysOf } from "@fc/contract/sure";
import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { englishText } from "@fc/contract/ledger/message";
import {
  statement,
  typeWords,
  walletReportFileExtras,
  walletReports,
  type WalletReportName,
} from "@fc/contract/reports/portal";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { minute } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { reasonByTransID } from "../../core/plan/reason.ts";
import { allWalletRows, walletReportPage } from "./queries.ts";
import { periodOf, statementPdf } from "./statement.ts";

/** A statement over years takes seconds of work, and nobody needs more than ten a minute. */
const statementLimit = { name: "statement", points: 10, windowMs: minute } as const;

export function reportPortalRoutes({ db }: Deps): BoundRoute[] {
  const names = keysOf(walletReports);
  return [
    ...names.flatMap((name) => reportRoutesOf(name)),
    reading(reasonOfCredit, async ({ reads, actor, params }) => ({
      data: await reasonByTransID(reads, actor.memberId, params.transID),
    })),
    reading(statement, async ({ reads, actor, query, now }) => {
      await limitUse(db, statementLimit, actor.memberId, now);
      const { memberId, refId, name } = actor;
      return statementPdf(reads, {
        memberId,
        refId,
        name,
        ...(await periodOf(reads, memberId, query, now)),
        now,
        language: query.language ?? "en",
      });
    }),
  ];
}

function reportRoutesOf(name: WalletReportName): BoundRoute[] {
  const { page, file, wallets, columns, messageWords } = walletReports[name];
  const chosen = (wallet: Wallet | undefined) =>
    wallets.filter((each) => wallet === undefined || each === wallet);
  return [
    reading(page, ({ reads, actor, query: { from, to, wallet, cursor, size } }) =>
      walletReportPage(
        reads,
        { memberId: actor.memberId, wallets: chosen(wallet), from, to },
        { cursor, size },
      ),
    ),
    reading(file, async ({ reads, actor, query: { wallet: only, ...period } }) =>
      csvFile(
        { ...columns, ...walletReportFileExtras },
        allWalletRows(reads, { memberId: actor.memberId, wallets: chosen(only), ...period }),
        ({ type, transactionAt, fcAmount, message, wallet, transID, movedId }, index) => {
          // Amounts have their sign, so that a spreadsheet can add them up.
          const signed = type === "C" ? fcAmount : -fcAmount;
          return {
            serial: index + 1,
            date: csvTime(transactionAt),
            coins: movedId === undefined ? signed : "",
            message: englishText(messageWords(message)),
            type: typeWords[type],
            wallet: walletKinds[wallet].label,
            transID,
            before: movedId === undefined ? "" : signed,
          };
        },
      ),
    ),
  ];
}
