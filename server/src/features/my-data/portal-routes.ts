import * as contract from "@fc/contract/my-data/portal";
import type { KeptTables } from "../../core/feature.ts";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { dataFile } from "./file.ts";
import { dataSaving } from "./my-data.ts";
import { dataSections } from "./sections.ts";

export function myDataPortalRoutes(deps: Deps, kept: KeptTables): BoundRoute[] {
  const saving = dataSaving(deps);
  const sections = dataSections(kept);
  return [
    guardedBy(
      saving,
      handle(contract.saveMyData, async ({ body, ...call }) => {
        await saving.make({ ...call, change: body });
        const { memberId, refId, language } = call.actor;
        const file = { memberId, refId, language: language ?? call.client.language, now: call.now, sections };
        return fileNamed(await dataFile(deps, file), `my-data-${refId}.zip`);
      }),
    ),
  ];
}
