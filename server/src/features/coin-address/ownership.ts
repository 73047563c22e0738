import type { CoinAddressOwnership } from "@fc/contract/coin-address/portal";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { addressProofOf, unprovenAllowanceOf } from "../../core/wallet/address-proof.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import { ChainProblem, hexFrom, type Address, type Chain, type Hex } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Portal = Pick<Deps, "publicUrl">;

/** What a member signs to prove that the address that is set now is the own one, and whether it is proven. */
export async function ownershipOf(
  { db, publicUrl }: Portal & { db: Db },
  { actor, now }: { actor: MemberSession; now: Date },
): Promise<CoinAddressOwnership> {
  const { memberId } = actor;
  const set = await setAddressOf(db, memberId);
  if (!set) return null;
  const [proof, allowance] = [
    await addressProofOf(db, memberId),
    await unprovenAllowanceOf(db, { memberId, now }),
  ];
  return {
    text: textOf(publicUrl, actor, set),
    proof: proof ? { kind: proof.kind, provedAt: proof.provedAt.toISOString() } : null,
    neededAboveFc: allowance ? fcToWire(allowance.limitFc) : null,
  };
}

interface SignedOwnership {
  actor: MemberSession;
  signature: string;
  client: Client;
  now: Date;
}

/** The signature is looked at before the transaction: a contract's wallet is asked by endpoints that may be slow. */
export async function proveOwnership(
  { db, chain, publicUrl }: Portal & Pick<Deps, "db" | "chain">,
  { actor, signature, client, now }: SignedOwnership,
): Promise<CoinAddressOwnership> {
  const set = await setAddressOf(db, actor.memberId);
  if (!set) throw new AppError("COIN_ADDRESS_MISSING");
  const text = textOf(publicUrl, actor, set);
  await checkSignature(chain, { address: hexFrom(set.address), text, signature: hexFrom(signature) });
  await atomically(db, keepProof, { actor, set, text, signature, client, now });
  return ownershipOf({ db, publicUrl }, { actor, now });
}

interface SetAddress {
  address: string;
  setAt: Date;
}

async function setAddressOf(db: Db, memberId: number): Promise<SetAddress | undefined> {
  return db
    .selectFrom("coin_addresses")
    .select(["address", "changed_at as setAt"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

/**
 * What the owner of an address signs. It names portal, member, address and the moment in which it was set, so that a
 * signature counts nowhere else. It is in English only, because every character counts.
 */
function textOf(portal: string, { refId }: MemberSession, { address, setAt }: SetAddress): string {
  return [
    "This coin address is mine, and my withdrawals shall go to it.",
    "",
    `Portal: ${portal}`,
    `User ID: ${refId}`,
    `Coin address: ${address}`,
    `Set at: ${setAt.toISOString()}`,
    "",
    "Signing this moves no coins and gives nobody access to them.",
  ].join("\n");
}

interface SignedText {
  address: Address;
  text: string;
  signature: Hex;
}

/** By the address's own key (EIP-191); or by the contract that is at the address (EIP-1271), which the chain is asked. */
async function checkSignature(chain: Chain | undefined, signed: SignedText): Promise<void> {
  if (await isOfOwnKey(signed)) return;
  const { address, text, signature } = signed;
  try {
    if (await chain?.hasContractSigned(address, { text, signature })) return;
  } catch (error) {
    if (error instanceof ChainProblem) throw new AppError("ADDRESS_PROOF_UNKNOWN");
    throw error;
  }
  throw new AppError("ADDRESS_PROOF_WRONG");
}

async function isOfOwnKey({ address, text, signature }: SignedText): Promise<boolean> {
  // Loaded where it is needed only, as for the chain.
  const { recoverMessageAddress } = await import("viem/utils");
  try {
    return (await recoverMessageAddress({ message: text, signature })) === address;
  } catch {
    // Another length, or no point of the curve: no key has signed it.
    return false;
  }
}

type KeptProof = SignedOwnership & { set: SetAddress; text: string };

async function keepProof(tx: Tx, { actor, set, text, signature, client, now }: KeptProof): Promise<void> {
  const { memberId } = actor;
  const { address, setAt } = set;
  // The row's lock keeps another address from being set in between, for which nobody has signed.
  const current = await tx
    .selectFrom("coin_addresses")
    .select("changed_at")
    .where("member_id", "=", memberId)
    .where("address", "=", address)
    .where("changed_at", "=", setAt)
    .forShare()
    .executeTakeFirst();
  if (!current) throw new AppError("COIN_ADDRESS_CHANGED");
  const inserted = await tx
    .insertInto("coin_address_proofs")
    .values({
      member_id: memberId,
      address,
      set_at: setAt,
      kind: "signature",
      text,
      signature,
      proved_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("member_id")
    .executeTakeFirst();
  if (!inserted) return;
  await noteChange(tx, {
    actor,
    kind: "coin-address-proven",
    detail: shortAddress(address),
    client,
    now,
    values: { address },
  });
}
