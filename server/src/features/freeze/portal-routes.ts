import * as contract from "@fc/contract/freeze/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { freeze, freezeStateOf, limitLinks } from "./freeze.ts";

export function freezePortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.readFreezeLink, async ({ params, client, now }) => {
      await limitLinks(db, { ip: client.ip, now });
      return { data: await freezeStateOf(db, { ...params, secretKey, now }) };
    }),
    handle(contract.freezeAccount, async ({ params, client, now }) => {
      await limitLinks(db, { ip: client.ip, now });
      return { data: await atomically(db, freeze, { ...params, client, secretKey, now }) };
    }),
  ];
}
