import * as contract from "@fc/contract/canned-texts/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { addCannedText, cannedTexts, changeCannedText, removeCannedText } from "./canned-texts.ts";

export function cannedTextConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.cannedTexts, async () => ({ data: await cannedTexts(db) })),
    handle(contract.addCannedText, async ({ body, operating }) => ({
      data: { id: await atomically(db, addCannedText, { ...body, operating }) },
    })),
    handle(contract.changeCannedText, async ({ params, body, operating }) => {
      await atomically(db, changeCannedText, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.removeCannedText, async ({ params, body, operating }) => {
      await atomically(db, removeCannedText, { ...params, ...body, operating });
      return {};
    }),
  ];
}
