import { acceptUnsignedAddress } from "@fc/contract/coin-address/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { proposeUnsigned } from "./unsigned.ts";

export function coinAddressConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(acceptUnsignedAddress, async ({ params, body, operating }) => {
      await atomically(db, proposeUnsigned, { ...params, ...body, operating, publicUrl });
      return {};
    }),
  ];
}
