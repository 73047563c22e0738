import { place, placeRoot } from "../src/core/network/place.ts";
import type { Side } from "../src/core/network/types.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import type { Tx } from "../src/platform/db.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoPerson, pick, type DemoPerson } from "./demo-people.ts";
import type { DemoStake } from "./demo-stakes.ts";
import { seededRandom } from "./random.ts";

/** Without the internal accounts. */
export const networkSize = 320;
const packagesUsd = [15, 30, 45, 60, 75, 150, 500, 1000];
/** How many days ago the first member joined. */
export const firstDay = 91;

interface PlacedMember {
  id: number;
  /** Most members build one leg and leave the other one to the members above. */
  favourite: Side;
}

/**
 * Several hundred members over three months, placed by the product's own functions. Seeded random numbers decide who
 * sponsors whom, on which side, and who stakes what, so that the network is the same on every machine. Returns the
 * stakes to make, in the order of time.
 */
export async function seedDemoNetwork(
  tx: Tx,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<DemoStake[]> {
  const random = seededRandom(2026);
  const placed: PlacedMember[] = [];
  const stakes: DemoStake[] = [];
  for (let serial = 0; serial < networkSize; serial++) {
    const login = demoLogins[serial];
    const person: DemoPerson = login
      ? { ...login, phone: `+9190000${String(serial).padStart(5, "0")}` }
      : demoPerson(random, serial);
    // Slow at first and then faster; the last member joins today.
    const joinedAt = after(
      now,
      -firstDay * day * (1 - Math.sqrt(serial / networkSize)) - random() * 8 * hour,
    );
    const memberId = await insertMember(tx, person, login ? passwordHash : null, joinedAt);
    const sponsor =
      serial === 0 ? undefined : serial < demoLogins.length ? placed[0] : sponsorOf(random, placed);
    if (!sponsor) await placeRoot(tx, { memberId, now: joinedAt });
    else {
      const side = serial < demoLogins.length ? (serial === 1 ? "left" : "right") : sideOf(random, sponsor);
      await place(tx, { memberId, sponsorId: sponsor.id, side, now: joinedAt });
    }
    placed.push({ id: memberId, favourite: random() < 0.5 ? "left" : "right" });
    const stake = { memberId, refId: person.refId, amountUsd: pick(random, packagesUsd) };
    const requestedAt = after(joinedAt, random() * 5 * day);
    // The logins always stake, and two thirds of the others.
    if (login) stakes.push({ ...stake, amountUsd: login.stakeUsd, requestedAt: after(joinedAt, 5 * hour) });
    else if (random() < 0.66 && after(requestedAt, 4 * hour) < now) stakes.push({ ...stake, requestedAt });
  }
  return stakes.toSorted((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime());
}

async function insertMember(
  tx: Tx,
  person: DemoPerson,
  passwordHash: string | null,
  joinedAt: Date,
): Promise<number> {
  const { refId, name, gender, email, phone } = person;
  const { id } = await tx
    .insertInto("members")
    .values({ ref_id: refId, name, gender, email, phone, password_hash: passwordHash, joined_at: joinedAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A few members sponsor most of the others, and early members had more time for it. */
function sponsorOf(random: () => number, placed: PlacedMember[]): PlacedMember {
  return placed[Math.floor(placed.length * random() ** 3)] as PlacedMember;
}

function sideOf(random: () => number, { favourite }: PlacedMember): Side {
  const other = favourite === "left" ? "right" : "left";
  return random() < 0.7 ? favourite : other;
}
