import { confirmed, type OtpGuard } from "../src/core/otp/guard.ts";
import { bankGuard, updateBankDetails } from "../src/features/bank/bank.ts";
import { branchOf } from "../src/features/bank/ifsc.ts";
import {
  coinAddressGuards,
  createCoinAddress,
  editCoinAddress,
} from "../src/features/coin-address/coin-address.ts";
import { createFmdc, fmdcGuard } from "../src/features/fmdc/fmdc.ts";
import { createPanRecord, panGuard } from "../src/features/pan/pan.ts";
import { profileGuard, updateProfile } from "../src/features/profile/profile.ts";
import { after, day, hour, minute } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { keepPicture } from "../src/platform/files/uploads.ts";
import type { MemberSession } from "../src/platform/sessions.ts";
import { demoClient, enterCode, signedInActor } from "./demo-confirmed.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoAddress } from "./demo-money.ts";
import { demoPanCard } from "./demo-pictures.ts";
import { pick } from "./demo-people.ts";
import { seededRandom } from "./random.ts";

/** Beside the logins, one of so many tells of themselves. */
const oneOf = 16;
/** Further examples of the checksum's own definition. */
const [oldAddress, newAddress] = [
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
];

interface Teller {
  id: number;
  refId: string;
  name: string;
  gender: "M" | "F";
  phone: string;
  joinedAt: Date;
}

/**
 * What members tell of themselves, entered as the portal does: in a session, each change confirmed by a code. The
 * first login has everything, the second a new coin address whose hold is still running, the third nothing yet, so
 * that a visitor can enter it.
 */
export async function seedDemoRecords(deps: Deps, { now }: { now: Date }): Promise<void> {
  const [head, second, third] = demoLogins;
  const members: Teller[] = await deps.db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name", "gender", "phone", "joined_at as joinedAt"])
    .where("phone", "<>", "")
    .where("ref_id", "<>", third.refId)
    .where("joined_at", "<", after(now, -2 * day))
    .orderBy("id")
    .execute();
  for (const member of members) {
    if (member.refId === head.refId) await tell(deps, member, { address: demoAddress, fmdc: demoAddress });
    else if (member.refId === second.refId) {
      await tell(deps, member, { address: oldAddress });
      await changeAddress(deps, member, after(now, -20 * hour));
    } else if (member.id % oneOf === 0) await tell(deps, member, {});
  }
}

/** Everything at one sitting, some minutes after another. */
async function tell(
  deps: Deps,
  member: Teller,
  { address, fmdc }: { address?: string; fmdc?: string },
): Promise<void> {
  const { id: userId, refId, joinedAt } = member;
  const random = seededRandom(userId);
  const sitting = await sit(deps, member, after(joinedAt, hour));
  const place = pick(random, places);
  await sitting(profileGuard(deps), updateProfile, profileOf(member, random, place));
  await sitting(bankGuard(deps), updateBankDetails, await accountOf(userId, place.ifscCode));
  const panImageUrl = await keepPicture(deps, {
    memberId: userId,
    folder: "pan-proof-images",
    file: await demoPanCard(userId),
    now: joinedAt,
  });
  const pan = { userId, nameInPan: member.name.toUpperCase(), panNumber: panNumberOf(member), panImageUrl };
  await sitting(panGuard(deps), createPanRecord, pan);
  if (address === undefined) return;
  const [creation] = coinAddressGuards(deps);
  await sitting(creation, createCoinAddress, { userId, freeCoinAddress: address });
  if (fmdc !== undefined) await sitting(fmdcGuard(deps), createFmdc, { refId, token: fmdc });
}

async function changeAddress(deps: Deps, member: Teller, now: Date): Promise<void> {
  const sitting = await sit(deps, member, now);
  const [, edit] = coinAddressGuards(deps);
  await sitting(edit, editCoinAddress, { userId: member.id, freeCoinAddress: oldAddress, newAddress });
}

interface Asked<Change> {
  actor: MemberSession;
  change: Change;
  client: typeof demoClient;
  secretKey: string;
  now: Date;
}

type Make<Change> = (tx: Tx, asked: Asked<Change>) => Promise<unknown>;

interface Entered<Change> {
  entered: Parameters<typeof enterCode>[1];
  make: Make<Change>;
  asked: Asked<Change>;
}

async function enterAndMake<Change>(tx: Tx, { entered, make, asked }: Entered<Change>): Promise<void> {
  await enterCode(tx, entered);
  await make(tx, asked);
}

/** Signs a member in; what they then change is confirmed by its code and made by the product's own function. */
async function sit(deps: Deps, { id: memberId }: Teller, begunAt: Date) {
  const { db, secretKey } = deps;
  const actor = await atomically(db, signedInActor, { memberId, now: begunAt });
  let now = begunAt;
  return async <Change extends object>(
    guard: OtpGuard | undefined,
    make: Make<Change>,
    change: Change,
  ): Promise<void> => {
    if (!guard) throw new Error("The demo has lost a guard");
    now = after(now, 5 * minute);
    const { purpose } = guard;
    const context = await guard.context?.({ actor, change, now });
    const entered = { actor, purpose, change: confirmed(change, context), secretKey, now };
    const asked = { actor, change, client: demoClient, secretKey, now };
    await atomically(db, enterAndMake<Change>, { entered, make, asked });
  };
}

const places = [
  { city: "Kochi", pin: "682001", street: "Marine Drive", ifscCode: "FDRL0001001" },
  { city: "New Delhi", pin: "110001", street: "Janpath", ifscCode: "SBIN0000691" },
  { city: "Mumbai", pin: "400001", street: "Horniman Circle", ifscCode: "SBIN0000300" },
  { city: "Bengaluru", pin: "560034", street: "80 Feet Road, Koramangala", ifscCode: "HDFC0000053" },
  { city: "Chennai", pin: "600018", street: "Cenotaph Road", ifscCode: "ICIC0000001" },
  { city: "Kolkata", pin: "700001", street: "Strand Road", ifscCode: "UTIB0000005" },
] as const;
const relations = ["Mother", "Father", "Sister", "Brother", "Spouse"] as const;

function profileOf(member: Teller, random: () => number, { city, pin, street }: (typeof places)[number]) {
  const { id, name, gender, phone } = member;
  const relation = pick(random, relations);
  const family = name.split(" ").at(-1) ?? name;
  const [month, dayOfMonth] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return {
    id,
    name,
    gender,
    mobileNumber: phone,
    dob: `${1960 + Math.floor(random() * 42)}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`,
    nominee: `${relation === "Father" || relation === "Brother" ? "Mohan" : "Lakshmi"} ${family}`,
    relation,
    address: `${1 + Math.floor(random() * 200)}, ${street}`,
    city,
    pin,
    country: "IN",
  };
}

async function accountOf(userId: number, ifscCode: string) {
  const known = await branchOf(ifscCode);
  if (!known?.branch) throw new Error(`The demo names a branch that is not in the list: ${ifscCode}`);
  // Begins with zeros, as an account of nobody.
  const accountNumber = String(userId * 7919 + 1000).padStart(12, "0");
  return { userId, accountNumber, ifscCode, branch: known.branch, bankName: known.bankName };
}

/** Well formed, and nobody's: no PAN has the number 0000. */
function panNumberOf({ id, name }: Teller): string {
  const letter = (number: number) => String.fromCharCode(65 + (number % 26));
  const family = name.split(" ").at(-1) ?? name;
  return `A${letter(id)}${letter(Math.floor(id / 26))}P${family.charAt(0).toUpperCase()}0000${letter(id * 7)}`;
}
