import * as contract from "@fc/contract/find/console";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { findRecords, receiptForOperators } from "./find.ts";

export function findConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleFind, async ({ query }) => ({ data: await findRecords(db, query.text) })),
    handle(contract.consoleReceipt, async ({ params, now }) => ({
      data: await receiptForOperators(db, { reference: params.reference, now }),
    })),
  ];
}
