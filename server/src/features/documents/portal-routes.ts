import * as contract from "@fc/contract/documents/portal";
import { acceptancesOf, waitingDocuments } from "../../core/documents/documents.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { acceptVersions } from "./accept.ts";
import { documentsOf, versionOf } from "./queries.ts";

export function documentPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.documents, async () => ({ data: await documentsOf(db) })),
    handle(contract.documentVersion, async ({ params }) => ({ data: await versionOf(db, params) })),
    handle(contract.acceptances, async ({ actor: { memberId } }) => {
      const [waiting, accepted] = await Promise.all([
        waitingDocuments(db, memberId),
        acceptancesOf(db, memberId),
      ]);
      return { data: { waiting, accepted } };
    }),
    handle(contract.acceptDocuments, async ({ actor, body, client, now }) => {
      await atomically(db, acceptVersions, { actor, versions: body.versions, client, now });
      return {};
    }),
  ];
}
