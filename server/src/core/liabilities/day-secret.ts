import { type Fc, asFc, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { createCipheriv, createHmac } from "node:crypto";
import { leavesPerMember, type Sums } from "@fc/contract/transparency/liabilities/tree";

/**
 * Everything random of a day is made of one secret, so that a member's leaves are found again without a table of a
 * million rows: nonces, how balances are split, and the order of the leaves.
 */
export const daySecretBytes = 32;

/** What only one member is told. */
export interface MemberSecret {
  nonce: string;
  /** Where the two amounts are cut into parts: two cuts each. */
  cuts: readonly [bigint, bigint, bigint, bigint];
}

const nonceBytes = 32;
const memberBytes = 64;
const blockBytes = 16;

/** The secrets of some members whose ids follow each other. One call makes those of thousands. */
export function memberSecrets(
  daySecret: Buffer,
  firstId: number,
  count: number,
): (memberId: number) => MemberSecret {
  const stream = keyStream(
    keyFor(daySecret, "members"),
    (firstId * memberBytes) / blockBytes,
    count * memberBytes,
  );
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  return (memberId) => {
    const at = (memberId - firstId) * memberBytes;
    const cut = (number: number) => view.getBigUint64(at + nonceBytes + number * 8);
    return { nonce: stream.toString("hex", at, at + nonceBytes), cuts: [cut(0), cut(1), cut(2), cut(3)] };
  };
}

/** The parts of a member's amounts, of random size and never negative. They add up to the amounts. */
export function splitSums({ owedFc, lockedFc }: Sums, { cuts }: MemberSecret): Sums[] {
  const owed = split(owedFc, cuts[0], cuts[1]);
  const locked = split(lockedFc, cuts[2], cuts[3]);
  return owed.map((part, at) => ({ owedFc: part, lockedFc: sure(locked[at]) }));
}

function split(amountFc: Fc, one: bigint, other: bigint): [Fc, Fc, Fc] {
  const [a, b] = [one % (amountFc + 1n), other % (amountFc + 1n)];
  const [low, high] = a < b ? [a, b] : [b, a];
  return [asFc(low), asFc(high - low), minus(amountFc, asFc(high))];
}

/** As many leaves as a network has whose highest member id this is. Ids that nobody has get leaves of zero. */
export function leafCount(highestId: number): number {
  return highestId * leavesPerMember;
}

const rounds = 8;

/**
 * The place of each leaf in the list: an order that looks random without the secret, and in which a member's leaves are
 * found without a table. It is a Feistel network over pairs (a, b) of numbers below the square root, whose round
 * functions are tables of random numbers. A place outside of the list is put through it again until it is inside.
 */
export function leafPlaces(daySecret: Buffer, leaves: number): (memberId: number, part: number) => number {
  const side = Math.ceil(Math.sqrt(leaves));
  const stream = keyStream(keyFor(daySecret, "places"), 0, rounds * side * 4);
  const table = Uint32Array.from({ length: rounds * side }, (_, at) => stream.readUInt32BE(at * 4) % side);
  return (memberId, part) => {
    let place = (memberId - 1) * leavesPerMember + part;
    do {
      let [a, b] = [Math.floor(place / side), place % side];
      for (let round = 0; round < rounds; round++) {
        const next = (a + sure(table[round * side + b])) % side;
        a = b;
        b = next;
      }
      place = a * side + b;
    } while (place >= leaves);
    return place;
  };
}

function keyFor(daySecret: Buffer, purpose: string): Buffer {
  return createHmac("sha256", daySecret).update(purpose).digest();
}

/** Bytes of AES in counter mode, from any block on. */
function keyStream(key: Buffer, fromBlock: number, bytes: number): Buffer {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(fromBlock), blockBytes - 8);
  return createCipheriv("aes-256-ctr", key, counter).update(Buffer.alloc(bytes));
}
