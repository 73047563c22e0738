import * as contract from "@fc/contract/documents/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { blankValues, consoleDocumentsOf, discardDraft, proposeRelease, saveDraft } from "./drafts.ts";

export function documentConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleDocuments, async () => {
      return { data: { documents: await consoleDocumentsOf(db), values: await blankValues(db) } };
    }),
    handle(contract.saveDocumentDraft, async ({ body, operating }) => {
      return { data: { revision: await atomically(db, saveDraft, { ...body, operating }) } };
    }),
    handle(contract.discardDocumentDraft, async ({ body, operating }) => {
      await atomically(db, discardDraft, { ...body, operating });
      return {};
    }),
    handle(contract.releaseDocument, async ({ body, operating }) => {
      return { data: { version: await atomically(db, proposeRelease, { ...body, operating, publicUrl }) } };
    }),
  ];
}
