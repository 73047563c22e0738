import * as contract from "@fc/contract/coin-address/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { coinAddressCreation, coinAddressOf, coinAddressUpdate } from "./coin-address.ts";

export function coinAddressPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const creation = coinAddressCreation(deps);
  const update = coinAddressUpdate(deps);
  return [
    handle(contract.getFreeCoinAddress, async ({ actor: { memberId } }) => {
      const freeCoinAddress = await coinAddressOf(db, memberId);
      return { data: freeCoinAddress === undefined ? null : { freeCoinAddress, userId: memberId } };
    }),
    guardedBy(
      creation,
      handle(contract.createFreeCoinAddress, async ({ body, ...call }) => {
        const freeCoinAddress = await creation.make({ ...call, change: body });
        const data = { freeCoinAddress, userId: call.actor.memberId };
        return { message: contract.coinAddressCreated, data };
      }),
    ),
    guardedBy(
      update,
      handle(contract.editFreeCoinAddress, async ({ params, body, ...call }) => {
        const change = { ...body, newAddress: params.address };
        const freeCoinAddress = await update.make({ ...call, change });
        const data = { freeCoinAddress, userId: call.actor.memberId };
        return { message: contract.coinAddressUpdated, data };
      }),
    ),
  ];
}
