import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange } from "../../core/members/changes.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";

/** A file with everything about a member takes a code of its own, each time: a stolen session alone gets none. */
export function dataSaving(deps: Deps) {
  return guardedChange(deps, {
    purpose: "my-data",
    check: async () => ({
      action: { en: "Save everything we hold about you", hi: "आपके बारे में हमारे पास जो कुछ है उसे सहेजें" },
      facts: [],
    }),
    perform: (request) => atomically(deps.db, openData, request),
  });
}

async function openData(tx: Tx, request: ChangeRequest<"my-data"> & { code: RequestCode }): Promise<void> {
  const { actor, client, code, now } = request;
  await code.spend(tx);
  await noteChange(tx, { actor, kind: "data-saved", client, now, values: {} });
}
