import * as contract from "@fc/contract/coin-address/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { coinAddressOf, createCoinAddress, editCoinAddress } from "./coin-address.ts";

export function coinAddressPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.getFreeCoinAddress, async ({ actor: { memberId } }) => {
      const freeCoinAddress = await coinAddressOf(db, memberId);
      return { data: freeCoinAddress === undefined ? null : { freeCoinAddress, userId: memberId } };
    }),
    handle(contract.createFreeCoinAddress, async ({ actor, body, client, now }) => {
      const call = { actor, change: body, client, secretKey, now };
      const freeCoinAddress = await atomically(db, createCoinAddress, call);
      return { message: contract.coinAddressCreated, data: { freeCoinAddress, userId: actor.memberId } };
    }),
    handle(contract.editFreeCoinAddress, async ({ actor, params, body, client, now }) => {
      const change = { ...body, newAddress: params.address };
      const freeCoinAddress = await atomically(db, editCoinAddress, {
        actor,
        change,
        client,
        secretKey,
        now,
      });
      return { message: contract.coinAddressUpdated, data: { freeCoinAddress, userId: actor.memberId } };
    }),
  ];
}
