import { asFc, asUsdCents, noFc, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import * as contract from "@fc/contract/ledger/console";
import { messageText } from "@fc/contract/ledger/message";
import { fcFromWire, fcToWire, usdCentsToWire } from "@fc/contract/money";
import { houseAccount, currencyOf } from "../../core/ledger/accounts.ts";
import { verifyTaskName } from "../../core/ledger/verification-job.ts";
import { houseBalances } from "../../core/ledger/house.ts";
import { requestJob, latestJobs } from "../../core/requested-jobs/requested-jobs.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { allEntries, entriesPage, entryOf } from "./entries.ts";
import { confirmFunding, fundingsPage, proposeFunding, rejectFunding } from "./pool-funding.ts";

const shownVerifications = 5;

export function ledgerConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.houseAccounts, async () => ({ data: await accountsWithBalances(db) })),
    reading(contract.ledgerEntries, ({ reads, query }) => entriesPage(reads, query)),
    reading(contract.ledgerEntriesCsv, async ({ reads, query }) =>
      csvFile(
        contract.ledgerEntryColumns,
        allEntries(reads, query),
        ({ id, effectiveAt, recordedAt, kind, message, lines, amount }) => ({
          id,
          effectiveAt: csvTime(effectiveAt),
          recordedAt: csvTime(recordedAt),
          kind: contract.entryKindWords[kind],
          message: messageText(message),
          lines: lines ?? "over 1,000",
          amount: amount ?? "",
        }),
      ),
    ),
    reading(contract.ledgerEntry, async ({ reads, params, query }) => ({
      data: await entryOf(reads, { id: params.id, after: query.after }),
    })),
    handle(contract.verifications, async () => {
      const runs = await latestJobs<contract.VerificationResult>(db, {
        task: verifyTaskName,
        limit: shownVerifications,
      });
      return { data: runs };
    }),
    handle(contract.verifyLedger, async ({ operating }) => {
      const job = { task: verifyTaskName, input: {}, action: "ledger/verify" as const, operating };
      return { data: { id: await atomically(db, requestJob, job) } };
    }),
    handle(contract.poolFundings, ({ query }) => fundingsPage(db, query)),
    handle(contract.fundPool, async ({ body, idempotencyKey, operating }) => {
      const { amount, source, note } = body;
      const proposal = { key: idempotencyKey, amountFc: sure(fcFromWire(amount)), source, note, operating };
      return { data: await atomically(db, proposeFunding, proposal) };
    }),
    handle(contract.confirmFunding, async ({ params, operating }) => {
      await atomically(db, confirmFunding, { id: params.id, operating });
      return {};
    }),
    handle(contract.rejectFunding, async ({ params, body, operating }) => {
      await atomically(db, rejectFunding, { id: params.id, reason: body.reason, operating });
      return {};
    }),
  ];
}

/** All accounts of a currency add up to zero, so what members hold is the negative sum of the house's accounts. */
async function accountsWithBalances(db: Db) {
  const balances = await houseBalances(db);
  let membersFc = noFc;
  const accounts = contract.houseAccountNames.map((name) => {
    const currency = currencyOf(houseAccount(name));
    if (currency === "FC") membersFc = minus(membersFc, asFc(balances[name]));
    const balance =
      currency === "FC" ? fcToWire(asFc(balances[name])) : usdCentsToWire(asUsdCents(balances[name]));
    return { name, currency, balance };
  });
  return { accounts, membersFc: fcToWire(membersFc) };
}
