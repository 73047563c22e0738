import { place, placeRoot, recordEvent } from "../src/core/network/place.ts";
import type { Side } from "../src/core/network/types.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import type { Tx } from "../src/platform/db.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoPerson, pick, type DemoPerson } from "./demo-people.ts";
import { seededRandom } from "./random.ts";

const size = 320;
const packagesUsd = [15, 30, 45, 60, 75, 150, 500, 1000];
const firstDay = 180;

interface Placed {
  id: number;
  /** Most people build one leg and let the other one grow by itself. */
  favourite: Side;
}

/**
 * Some hundred members over half a year, placed by the product's own functions. Who sponsors whom and on
 * which side is decided by seeded random numbers, so the network is the same on every machine.
 */
export async function seedDemoNetwork(
  tx: Tx,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> {
  const random = seededRandom(2026);
  const placed: Placed[] = [];
  for (let serial = 0; serial < size; serial++) {
    const login = demoLogins[serial];
    const person: DemoPerson = login
      ? { ...login, phone: `+9190000${String(serial).padStart(5, "0")}` }
      : demoPerson(random, serial);
    // Slowly at first and ever faster, the last of them today.
    const joinedAt = after(now, -firstDay * day * (1 - Math.sqrt(serial / size)) - random() * 8 * hour);
    const memberId = await insertMember(tx, person, login ? passwordHash : null, joinedAt);
    const sponsor =
      serial === 0 ? undefined : serial < demoLogins.length ? placed[0] : sponsorOf(random, placed);
    if (!sponsor) await placeRoot(tx, { memberId, now: joinedAt });
    else {
      const side = serial < demoLogins.length ? (serial === 1 ? "left" : "right") : sideOf(random, sponsor);
      await place(tx, { memberId, sponsorId: sponsor.id, side, now: joinedAt });
    }
    placed.push({ id: memberId, favourite: random() < 0.5 ? "left" : "right" });
    await stake(tx, random, { memberId, joinedAt, now });
  }
}

async function insertMember(
  tx: Tx,
  person: DemoPerson,
  passwordHash: string | null,
  joinedAt: Date,
): Promise<number> {
  const { refId, ...rest } = person;
  const { id } = await tx
    .insertInto("members")
    .values({ ...rest, ref_id: refId, password_hash: passwordHash, joined_at: joinedAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A few people bring in most of the others, and the early ones had more time to. */
function sponsorOf(random: () => number, placed: Placed[]): Placed {
  return placed[Math.floor(placed.length * random() ** 3)] as Placed;
}

function sideOf(random: () => number, { favourite }: Placed): Side {
  const other = favourite === "left" ? "right" : "left";
  return random() < 0.7 ? favourite : other;
}

/** Two thirds have staked, and of those some have reached the end of it. */
async function stake(
  tx: Tx,
  random: () => number,
  { memberId, joinedAt, now }: { memberId: number; joinedAt: Date; now: Date },
): Promise<void> {
  if (random() > 0.66) return;
  const businessUsdCents = BigInt(pick(random, packagesUsd)) * 100n;
  const stakedAt = after(joinedAt, random() * 5 * day);
  if (stakedAt > now) return;
  await recordEvent(tx, { memberId, activeUsers: 1, businessUsdCents, now: stakedAt });
  const endedAt = after(stakedAt, 60 * day);
  if (random() < 0.12 && endedAt < now) {
    await recordEvent(tx, { memberId, activeUsers: -1, businessUsdCents: 0n, now: endedAt });
  }
}
