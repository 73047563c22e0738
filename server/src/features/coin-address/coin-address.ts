import * as contract from "@fc/contract/coin-address/portal";
import { AppError } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import type * as z from "zod/mini";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { checkedAddress } from "../../core/wallet/coin-address.ts";
import { destinationOf } from "../../core/wallet/hold.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Creation = BodyOf<typeof contract.createFreeCoinAddress>;
type Edit = z.output<typeof contract.coinAddressEdit>;

export async function coinAddressOf(db: Db, memberId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("coin_addresses")
    .select("address")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row?.address;
}

export function coinAddressGuards({ db }: Deps): OtpGuard[] {
  return [
    otpGuard({
      purpose: "coin-address-create",
      route: contract.createFreeCoinAddress,
      check: async ({ actor, change }) => {
        checkedAddress(change.freeCoinAddress, "freeCoinAddress");
        if (await coinAddressOf(db, actor.memberId)) throw new AppError("CONFLICT");
      },
      describe: ({ freeCoinAddress }) => ({
        action: "Confirm your free coin address",
        facts: [{ label: "Send coins to", value: checkedAddress(freeCoinAddress, "freeCoinAddress") }],
      }),
    }),
    otpGuard({
      purpose: "coin-address-update",
      route: { ...contract.editFreeCoinAddress, body: contract.coinAddressEdit },
      check: async ({ actor, change }) => {
        const wanted = checkedAddress(change.newAddress, "newAddress");
        const current = await coinAddressOf(db, actor.memberId);
        if (current === undefined || current !== change.freeCoinAddress) throw new AppError("CONFLICT");
        if (current === wanted) throw new AppError("NOTHING_CHANGED");
      },
      describe: ({ freeCoinAddress, newAddress }) => ({
        action: "Confirm your new free coin address",
        facts: [
          { label: "Send coins to", value: checkedAddress(newAddress, "newAddress") },
          { label: "No longer to", value: freeCoinAddress },
        ],
      }),
    }),
  ];
}

interface AddressCall<Change> {
  actor: MemberSession;
  change: Change;
  client: Client;
  secretKey: string;
  now: Date;
}

export async function createCoinAddress(tx: Tx, call: AddressCall<Creation>): Promise<string> {
  const { actor, change, now } = call;
  const { memberId } = actor;
  const address = checkedAddress(change.freeCoinAddress, "freeCoinAddress");
  const inserted = await tx
    .insertInto("coin_addresses")
    .values({ member_id: memberId, address, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return currentIfSame(tx, memberId, address);
  await confirmAndNotify(tx, { ...call, purpose: "coin-address-create", address, before: undefined });
  return address;
}

export async function editCoinAddress(tx: Tx, call: AddressCall<Edit>): Promise<string> {
  const { actor, change, now } = call;
  const { memberId } = actor;
  const address = checkedAddress(change.newAddress, "address");
  const updated = await tx
    .updateTable("coin_addresses")
    .set({ address, changed_at: now })
    .where("member_id", "=", memberId)
    .where("address", "=", change.freeCoinAddress)
    .where("address", "<>", address)
    .executeTakeFirstOrThrow();
  if (updated.numUpdatedRows !== 1n) return currentIfSame(tx, memberId, address);
  const before = change.freeCoinAddress;
  await confirmAndNotify(tx, { ...call, purpose: "coin-address-update", address, before });
  return address;
}

/** The address is already set: by this same call, if its response was lost, or by another device. */
async function currentIfSame(tx: Tx, memberId: number, wanted: string): Promise<string> {
  if ((await coinAddressOf(tx, memberId)) !== wanted) throw new AppError("CONFLICT");
  return wanted;
}

interface ConfirmedChange extends AddressCall<Creation | Edit> {
  purpose: "coin-address-create" | "coin-address-update";
  address: string;
  before: string | undefined;
}

/** Consumes the code, without which the whole change is rolled back, and notifies the member. */
async function confirmAndNotify(tx: Tx, changed: ConfirmedChange): Promise<void> {
  const { actor, change, client, secretKey, purpose, address, before, now } = changed;
  const { memberId, sessionId } = actor;
  await consumeOtp(tx, { memberId, sessionId, purpose, change, secretKey, now });
  // The hold follows from the address's own date; the mail tells the member.
  const { hold } = await destinationOf(tx, { memberId, now });
  await noteChange(tx, {
    actor,
    kind: "coin-address-changed",
    detail: `${address.slice(0, 8)}…${address.slice(-6)}`,
    client,
    now,
    values: { address, before, heldUntil: hold?.until },
  });
}
