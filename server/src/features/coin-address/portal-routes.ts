import * as contract from "@fc/contract/coin-address/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { hour } from "../../platform/clock.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { coinAddressCreation, coinAddressOf, coinAddressUpdate } from "./coin-address.ts";
import { ownershipOf, proveOwnership } from "./ownership.ts";

/** Each may ask all endpoints, and nobody who signs needs more. */
const proofLimit = { name: "address-proof", points: 10, windowMs: hour } as const;

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
    handle(contract.coinAddressOwnership, async ({ actor, now }) => ({
      data: await ownershipOf(deps, { actor, now }),
    })),
    handle(contract.proveCoinAddress, async ({ body, actor, client, now }) => {
      await limitUse(db, proofLimit, actor.memberId, now);
      return { data: await proveOwnership(deps, { ...body, actor, client, now }) };
    }),
  ];
}
