import { addressProblems, checksummed, coinAddressProblem } from "@fc/contract/coin-address/address";
import { AppError } from "@fc/contract/errors";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/** The stored form of an address, with its checksum. Throws an error for the field if it is not a valid address. */
export function checkedAddress(typed: string, field: string): string {
  const problem = coinAddressProblem(typed, keccak_256);
  if (problem) throw new AppError("BAD_REQUEST", { fields: { [field]: addressProblems[problem] } });
  return checksummed(typed, keccak_256);
}

/** The same for an address that a member enters as their own. */
export async function checkedOwnAddress(
  db: Db,
  { typed, field, chain }: { typed: string; field: string; chain: Chain | undefined },
): Promise<string> {
  const address = checkedAddress(typed, field);
  await refusePlatformAddress(db, { address, chain });
  return address;
}

/** As much of an address as is needed to recognise it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}

/** An address is KYC data: in a member view the operator sees it shortened, as in the console without Reveal. */
export function addressShownTo({ memberView }: MemberSession, address: string | null): string | null {
  return memberView && address !== null ? shortAddress(address) : address;
}

export async function refusePlatformAddress(db: Db, place: PlatformPlace): Promise<void> {
  const problem = await platformAddressProblem(db, place);
  if (problem) throw new AppError(problem);
}

interface PlatformPlace {
  address: string;
  chain: Pick<Chain, "contract" | "signer"> | undefined;
}

/**
 * Members often copy the address that they paid to. Coins sent there would come back to the platform, and nobody would
 * have them; coins sent to the contract of the coin are lost.
 */
export async function platformAddressProblem(
  db: Db,
  { address, chain }: PlatformPlace,
): Promise<"PLATFORM_ADDRESS" | "CONTRACT_ADDRESS" | undefined> {
  // Compared without the checksum's capitals, because the setting of another network is stored as it was typed.
  const isSame = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase();
  const { coinAddress } = await businessSetting(db, "payment");
  if (isSame(coinAddress)) return "PLATFORM_ADDRESS";
  if (!chain) return undefined;
  if (isSame(chain.contract)) return "CONTRACT_ADDRESS";
  const wallets = await db.selectFrom("chain_wallets").select("address").execute();
  const isWallet = isSame(chain.signer?.address) || wallets.some((wallet) => isSame(wallet.address));
  return isWallet ? "PLATFORM_ADDRESS" : undefined;
}
