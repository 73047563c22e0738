import { fcUnitsPerCoin } from "@fc/contract/money";
import { asFc, minus, noFc, type Fc } from "@fc/contract/units";
import { goesToCoinAddress, onChainTypes } from "@fc/contract/withdraw/kinds";
import { after, day } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { takenOutFc } from "./taken-out.ts";

/** Why an address counts as the member's own: its owner has signed it, or two operators have accepted it unsigned. */
export interface AddressProof {
  address: string;
  kind: "signature" | "operators";
  provedAt: Date;
  /** Of the operators. */
  reason: string | null;
}

/** Of the address that is set now: a proof from before it was set again counts no more. */
export async function addressProofOf(db: Db, memberId: number): Promise<AddressProof | undefined> {
  return db
    .selectFrom("coin_addresses as coin")
    .innerJoin("coin_address_proofs as proof", (join) =>
      join
        .onRef("proof.member_id", "=", "coin.member_id")
        .onRef("proof.address", "=", "coin.address")
        .onRef("proof.set_at", "=", "coin.changed_at"),
    )
    .select(["proof.address", "proof.kind", "proof.proved_at as provedAt", "proof.reason"])
    .where("coin.member_id", "=", memberId)
    .executeTakeFirst();
}

/** Withdrawals within this time are added up: otherwise a large one would only be divided. */
const periodMs = day;

/** What may still be withdrawn to an address that is not proven. */
interface UnprovenAllowance {
  limitFc: Fc;
  leftFc: Fc;
}

/** Undefined where no proof is missing. A request counts unless it was rejected or taken back. */
export async function unprovenAllowanceOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<UnprovenAllowance | undefined> {
  const limitFc = await unprovenLimitOf(db, memberId);
  if (limitFc === undefined) return undefined;
  const takenFc = await takenOutFc(db, { memberId, types: onChainTypes, since: after(now, -periodMs) });
  return { limitFc, leftFc: takenFc < limitFc ? minus(limitFc, takenFc) : noFc };
}

/** Whether a requested withdrawal, with those of the day before it, is more than goes to an address without a proof. */
export async function exceedsUnprovenAllowance(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
): Promise<boolean> {
  const { requested_at, currency_type, address } = await db
    .selectFrom("withdrawals")
    .select(["requested_at", "currency_type", "address"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!goesToCoinAddress(currency_type)) return false;
  const limitFc = await unprovenLimitOf(db, memberId, address);
  if (limitFc === undefined) return false;
  const since = after(requested_at, -periodMs);
  return (await takenOutFc(db, { memberId, types: onChainTypes, since, lastId: id })) > limitFc;
}

/** `to` is where a withdrawal goes. The proof of another address, which the member set since, proves nothing of it. */
async function unprovenLimitOf(db: Db, memberId: number, to?: string | null): Promise<Fc | undefined> {
  const { isNeeded, neededAboveFc } = await businessSetting(db, "addressProof");
  if (!isNeeded) return undefined;
  const proof = await addressProofOf(db, memberId);
  if (proof && (to === undefined || to === proof.address)) return undefined;
  return asFc(BigInt(neededAboveFc) * fcUnitsPerCoin);
}
