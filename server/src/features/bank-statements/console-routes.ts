import * as contract from "@fc/contract/bank-statements/console";
import * as matching from "@fc/contract/bank-statements/console-matches";
import { fcFromWire } from "@fc/contract/money";
import { Readable } from "node:stream";
import { idOfReference } from "../../core/receipts/references.ts";
import { csvFile } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { addAccount, changeColumns } from "./accounts.ts";
import { approveTogether } from "./approve-together.ts";
import { importStatement } from "./import.ts";
import { linesOfRequest } from "./lines-of-request.ts";
import { matchLine } from "./match.ts";
import { matchesOf } from "../../core/bank-statements/matches.ts";
import { accountsOf, linesPage, newestStatements, statementFile, wholeLines } from "./queries.ts";
import { firstRows } from "./read-file.ts";
import { bringLineBack, setLineAside } from "./set-aside.ts";

export function bankStatementConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.bankAccounts, async () => ({ data: await accountsOf(db) })),
    handle(contract.readBankFile, async ({ body }) => ({ data: { rows: firstRows(body) } })),
    handle(contract.addBankAccount, async ({ body, operating }) => ({
      data: await atomically(db, addAccount, { ...body, operating }),
    })),
    handle(contract.changeBankColumns, async ({ params, body, operating }) => {
      await atomically(db, changeColumns, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.importBankStatement, async ({ params, query, body, operating }) => ({
      data: await importStatement(db, { accountId: params.id, file: query.file, bytes: body, operating }),
    })),
    handle(contract.bankStatements, async () => ({ data: await newestStatements(db) })),
    handle(contract.bankStatementFile, async ({ params }) =>
      fileNamed(Readable.from([await statementFile(db, params.id)]), `bank-statement-${params.id}.csv`),
    ),
    handle(contract.bankLines, ({ query }) => linesPage(db, query)),
    handle(contract.bankLinesCsv, async ({ query }) =>
      csvFile(contract.bankLineColumns, wholeLines(db, query), (line) => ({
        ...line,
        paysFor: line.paysFor ?? "",
        reversedOn: line.reversedOn ?? "",
        setAside: line.setAside?.reason ?? "",
      })),
    ),
    handle(matching.bankMatches, async ({ operating }) => ({ data: await matchesOf(db, operating) })),
    handle(matching.bankLinesOfRequest, async ({ params, operating }) => ({
      data: await linesOfRequest(db, { requestId: params.id, operating }),
    })),
    handle(matching.approveBankMatches, async ({ body, operating }) => {
      // The schema has refused what is no amount.
      const seenFcFor15Usd = fcFromWire(body.cost) ?? 0n;
      const approval = { matches: body.matches, seenFcFor15Usd, publicUrl, operating };
      return { data: await approveTogether(db, approval) };
    }),
    handle(matching.setBankLineAside, async ({ params, body, operating }) => {
      await atomically(db, setLineAside, { lineId: params.id, ...body, operating });
      return {};
    }),
    handle(matching.bringBankLineBack, async ({ params, operating }) => {
      await atomically(db, bringLineBack, { lineId: params.id, operating });
      return {};
    }),
    handle(matching.matchBankLine, async ({ params, body, operating }) => {
      const requestId = idOfReference("staking-request", body.reference);
      await atomically(db, matchLine, { lineId: params.id, requestId, operating });
      return {};
    }),
  ];
}
