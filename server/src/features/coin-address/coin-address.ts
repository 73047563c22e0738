import { AppError } from "@fc/contract/errors";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange } from "../../core/members/changes.ts";
import { checkedOwnAddress, shortAddress } from "../../core/wallet/coin-address.ts";
import { refuseSanctioned } from "../../core/wallet/sanctions.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";

export async function coinAddressOf(db: Db, memberId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("coin_addresses")
    .select("address")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row?.address;
}

export function coinAddressCreation(deps: Deps) {
  const { db, chain } = deps;
  return guardedChange(deps, {
    purpose: "coin-address-create",
    check: async ({ actor, change }) => {
      const address = await checkedOwnAddress(db, {
        typed: change.freeCoinAddress,
        field: "freeCoinAddress",
        chain,
      });
      if (await coinAddressOf(db, actor.memberId)) throw new AppError("CONFLICT");
      await refuseSanctioned(chain, address);
      return {
        action: { en: "Confirm your free coin address", hi: "अपने फ़्री कॉइन पते की पुष्टि करें" },
        facts: [{ label: "Send coins to", value: address }],
      };
    },
    perform: (request) => atomically(db, createCoinAddress, { ...request, chain }),
  });
}

export function coinAddressUpdate(deps: Deps) {
  const { db, chain } = deps;
  return guardedChange(deps, {
    purpose: "coin-address-update",
    check: async ({ actor, change }) => {
      const wanted = await checkedOwnAddress(db, { typed: change.newAddress, field: "newAddress", chain });
      const current = await coinAddressOf(db, actor.memberId);
      if (current === undefined || current !== change.freeCoinAddress) throw new AppError("CONFLICT");
      if (current === wanted) throw new AppError("NOTHING_CHANGED");
      await refuseSanctioned(chain, wanted);
      return {
        action: { en: "Confirm your new free coin address", hi: "अपने नए फ़्री कॉइन पते की पुष्टि करें" },
        facts: [
          { label: "Send coins to", value: wanted },
          { label: "No longer to", value: change.freeCoinAddress },
        ],
      };
    },
    perform: (request) => atomically(db, editCoinAddress, { ...request, chain }),
  });
}

type AddressRequest<Purpose extends "coin-address-create" | "coin-address-update"> =
  ChangeRequest<Purpose> & {
    code: RequestCode;
    chain: Chain | undefined;
  };

async function createCoinAddress(tx: Tx, request: AddressRequest<"coin-address-create">): Promise<string> {
  const { actor, change, chain, now } = request;
  const { memberId } = actor;
  const typed = change.freeCoinAddress;
  const address = await checkedOwnAddress(tx, { typed, field: "freeCoinAddress", chain });
  const inserted = await tx
    .insertInto("coin_addresses")
    .values({ member_id: memberId, address, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return currentIfSame(tx, memberId, address);
  await confirmAndNotify(tx, { ...request, address, before: undefined });
  return address;
}

async function editCoinAddress(tx: Tx, request: AddressRequest<"coin-address-update">): Promise<string> {
  const { actor, change, chain, now } = request;
  const { memberId } = actor;
  const address = await checkedOwnAddress(tx, { typed: change.newAddress, field: "address", chain });
  const updated = await tx
    .updateTable("coin_addresses")
    .set({ address, changed_at: now })
    .where("member_id", "=", memberId)
    .where("address", "=", change.freeCoinAddress)
    .where("address", "<>", address)
    .executeTakeFirstOrThrow();
  if (updated.numUpdatedRows !== 1n) return currentIfSame(tx, memberId, address);
  await confirmAndNotify(tx, { ...request, address, before: change.freeCoinAddress });
  return address;
}

/** The address is already set: by this same call, if its response was lost, or by another device. */
async function currentIfSame(tx: Tx, memberId: number, wanted: string): Promise<string> {
  if ((await coinAddressOf(tx, memberId)) !== wanted) throw new AppError("CONFLICT");
  return wanted;
}

interface ChangedAddress extends Pick<
  AddressRequest<"coin-address-create">,
  "actor" | "client" | "code" | "now"
> {
  address: string;
  before: string | undefined;
}

/** Spends the code, without which the whole change is rolled back, and notifies the member. */
async function confirmAndNotify(tx: Tx, changed: ChangedAddress): Promise<void> {
  const { actor, client, code, address, before, now } = changed;
  const { memberId } = actor;
  await code.spend(tx);
  // The waiting time follows from the address's own date; the mail names it.
  const { waitingTime } = await destinationOf(tx, { memberId, now });
  await noteChange(tx, {
    actor,
    kind: "coin-address-changed",
    detail: shortAddress(address),
    client,
    now,
    values: { address, before, heldUntil: waitingTime?.until },
  });
}
