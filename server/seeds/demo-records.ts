import type { ParsedChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { ChangeRequest, GuardedChange } from "../src/core/guarded-changes/guarded-change.ts";
import { bankChange } from "../src/features/bank/bank.ts";
import { branchOf } from "../src/features/bank/ifsc.ts";
import { coinAddressCreation, coinAddressUpdate } from "../src/features/coin-address/coin-address.ts";
import { fmdcChange } from "../src/features/fmdc/fmdc.ts";
import { panChange } from "../src/features/pan/pan.ts";
import { profileChange } from "../src/features/profile/profile.ts";
import { after, day, hour, minute } from "../src/platform/clock.ts";
import { atomically } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { keepPicture } from "../src/platform/files/uploads.ts";
import { confirmAndMake, demoClientOf, signedInActor } from "./demo-confirmed.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoAddress } from "./demo-money.ts";
import { networkSize } from "./demo-network.ts";
import { demoPanCard } from "./demo-pictures.ts";
import { pick } from "./demo-people.ts";
import { seededRandom } from "./random.ts";

/** Besides the logins, one of this number of members has entered records. */
const oneOf = 16;
/** Two of them gave the same bank account, for the signals of the console. */
const [sharedAccountId, accountSharerId] = [17 * oneOf, 18 * oneOf];
/** More example addresses of EIP-55. */
const [oldAddress, newAddress] = [
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
];

interface RecordOwner {
  id: number;
  refId: string;
  name: string;
  gender: "M" | "F";
  phone: string;
  joinedAt: Date;
}

/**
 * Records of members, entered as in the portal: in a session, each change confirmed by a code. The first login has
 * all
 * records, the second a new coin address whose hold is still running, the third none, so that a visitor can enter
 * them. Of a demo of any size only so many are looked at as the usual one has.
 */
export async function seedDemoRecords(deps: Deps, { now }: { now: Date }): Promise<void> {
  const [head, second, third] = demoLogins;
  const members: RecordOwner[] = await deps.db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name", "gender", "phone", "joined_at as joinedAt"])
    .where("phone", "<>", "")
    .where("ref_id", "<>", third.refId)
    .where("joined_at", "<", after(now, -2 * day))
    .where("id", "<=", networkSize)
    .orderBy("id")
    .execute();
  for (const member of members) {
    if (member.refId === head.refId)
      await enterRecords(deps, member, { address: demoAddress, fmdc: demoAddress });
    else if (member.refId === second.refId) {
      await enterRecords(deps, member, { address: oldAddress });
      await changeAddress(deps, member, after(now, -20 * hour));
    } else if (member.id % oneOf === 0)
      await enterRecords(
        deps,
        member,
        member.id === accountSharerId ? { accountOwnerId: sharedAccountId } : {},
      );
  }
}

/** Enters all records in one session, some minutes apart. */
async function enterRecords(
  deps: Deps,
  member: RecordOwner,
  { address, fmdc, accountOwnerId }: { address?: string; fmdc?: string; accountOwnerId?: number },
): Promise<void> {
  const { id: userId, refId, joinedAt } = member;
  const random = seededRandom(userId);
  const enter = await signIn(deps, member, after(joinedAt, hour));
  const place = pick(random, places);
  await enter(profileChange(deps), profileOf(member, random, place));
  await enter(
    bankChange(deps),
    await accountOf(accountOwnerId ?? userId, { userId, ifscCode: place.ifscCode }),
  );
  const panImageUrl = await keepPicture(deps, {
    memberId: userId,
    folder: "pan-proof-images",
    file: await demoPanCard(userId),
    now: joinedAt,
  });
  const pan = { userId, nameInPan: member.name.toUpperCase(), panNumber: panNumberOf(member), panImageUrl };
  await enter(panChange(deps), pan);
  if (address === undefined) return;
  await enter(coinAddressCreation(deps), { userId, freeCoinAddress: address });
  if (fmdc !== undefined) await enter(fmdcChange(deps), { refId, token: fmdc });
}

async function changeAddress(deps: Deps, member: RecordOwner, now: Date): Promise<void> {
  const enter = await signIn(deps, member, now);
  await enter(coinAddressUpdate(deps), { userId: member.id, freeCoinAddress: oldAddress, newAddress });
}

/**
 * Signs a member in. Returns a function that confirms a change by its code and makes it with the product's function.
 */
async function signIn(deps: Deps, { id: memberId }: RecordOwner, begunAt: Date) {
  const actor = await atomically(deps.db, signedInActor, { memberId, now: begunAt });
  let now = begunAt;
  return async <Purpose extends OtpPurpose>(
    guarded: GuardedChange<ChangeRequest<Purpose>, unknown>,
    change: ParsedChange<Purpose>,
  ): Promise<void> => {
    now = after(now, 5 * minute);
    const client = demoClientOf(memberId);
    await confirmAndMake(deps, { guarded, request: { actor, change, client, now } });
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

function profileOf(
  member: RecordOwner,
  random: () => number,
  { city, pin, street }: (typeof places)[number],
) {
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

async function accountOf(ownerId: number, { userId, ifscCode }: { userId: number; ifscCode: string }) {
  const known = await branchOf(ifscCode);
  if (!known?.branch) throw new Error(`The demo uses a branch that is not in the list: ${ifscCode}`);
  // Starts with zeros, like no real account.
  const accountNumber = String(ownerId * 7919 + 1000).padStart(12, "0");
  return { userId, accountNumber, ifscCode, branch: known.branch, bankName: known.bankName };
}

/** Well formed but nobody's: no PAN has the number 0000. */
function panNumberOf({ id, name }: RecordOwner): string {
  const letter = (number: number) => String.fromCharCode(65 + (number % 26));
  const family = name.split(" ").at(-1) ?? name;
  return `A${letter(id)}${letter(Math.floor(id / 26))}P${family.charAt(0).toUpperCase()}0000${letter(id * 7)}`;
}
