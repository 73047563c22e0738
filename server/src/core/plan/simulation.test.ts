import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { explain } from "@fc/contract/reports/why";
import { expect, test } from "vitest";
import { day as dayMs } from "../../platform/clock.ts";
import { atomically, createDb, createPool, type Db } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { setSetting } from "../../testing/money.ts";
import { insertTestMember } from "../../testing/test-app.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { memberCodes } from "../ledger/accounts.ts";
import { verify } from "../ledger/verify.ts";
import { seededRandom } from "../../../seeds/random.ts";
import { verify as verifyNetwork } from "../network/verify.ts";
import { addPrice, priceAt } from "../prices/prices.ts";
import { reverseStake } from "../staking/stakes.ts";
import { closeDay } from "./closing.ts";
import { dryRun } from "./dry-run.ts";
import { reasonOf } from "./reason.ts";
import { Reference, type Person } from "../../testing/plan/reference.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { addPlanVersion, planOn } from "./versions.ts";

// Hundreds by `SIMULATED_NETWORKS=20 SIMULATED_SEEDS=1,2,3,4,5,6,7,8,9,10 npx vitest run simulation`.
const networks = Number(process.env["SIMULATED_NETWORKS"] ?? 12);
const seeds = (process.env["SIMULATED_SEEDS"] ?? "1").split(",").map(Number);
const simulatedDays = 60;
const explainedCredits = 500;
const firstDay = "2026-01-05";

test.each(seeds)(
  `${networks} random networks over ${simulatedDays} days agree with a closing on paper to the last unit (seed %i)`,
  async (seed) => {
    // A database each: nothing that another seed left behind may earn or be paid from the same pool.
    const { url, drop } = await createTestDatabase();
    const db = createDb(createPool({ url: loginUrlOf(url), poolSize: 4 }), { statementTimeoutMs: 60_000 });
    try {
      await setSetting(url, "plan", { noticeDays: 0 });
      await simulate(db, seededRandom(seed));
      expect((await verify(url)).differences).toEqual([]);
      expect((await verifyNetwork(url, { repair: false })).differences).toEqual([]);
    } finally {
      await db.destroy();
      await drop();
    }
  },
  3_600_000,
);

async function simulate(db: Db, random: () => number): Promise<void> {
  const reference = new Reference();
  const peopleOf = Array.from({ length: networks }, (): Person[] => []);
  const stakeIds = new Map<object, number>();
  const below = (count: number) => Math.floor(random() * count);
  const chance = (share: number) => random() < share;
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const closed = { upTo: daysAfter(firstDay, -1) };

  for (let number = 0; number < simulatedDays; number++) {
    const day = daysAfter(firstDay, number);
    // In rising order, as time goes; both ends of the day are in it.
    const moments = Array.from({ length: networks * 2 + 4 }, () => below(dayMs)).toSorted((a, b) => a - b);
    moments[0] = 0;
    moments[moments.length - 1] = dayMs - 1;
    const next = () => new Date(endOfDay(day).getTime() - dayMs + moments.shift()!);

    const priceMoment = next();
    if (number === 0 || chance(0.2)) {
      const fcFor15Usd = BigInt(1 + below(2_000_000_000));
      await atomically(db, addPrice, {
        fcFor15Usd,
        inrPerUsd: 830_000n,
        effectiveFrom: priceMoment,
        now: priceMoment,
      });
    }
    const poolMoment = next();
    if (chance(0.5)) {
      const amountFc = asFc(BigInt(1 + below(1_000_000_000)) * BigInt(1 + below(100)));
      await fillPool(db, amountFc, poolMoment);
      reference.funded.push({ amountFc, at: poolMoment });
    }
    const planMoment = next();
    if (chance(0.15)) {
      const newest = { rules: randomPlan(), effectiveFrom: daysAfter(day, 1), now: planMoment };
      await atomically(db, addPlanVersion, newest);
    }
    for (const people of peopleOf) {
      if (number === 0 || (chance(0.55) && people.length < 40)) await register(people, next());
      else if (people.length > 0 && chance(0.5)) await stake(pick(people), next());
      else await maybeReverse(people, next());
      const again = next();
      if (people.length > 0 && chance(0.3)) await stake(pick(people), again);
    }
    // A day is missed now and then, and closed with a later one.
    if (chance(0.8) || number === simulatedDays - 1) await closeUpTo(day);
  }
  await explainSome();

  async function register(people: Person[], now: Date): Promise<void> {
    const sponsor = people.length === 0 ? undefined : pick(people);
    const side = chance(0.5) ? "left" : "right";
    const details = {
      name: "Asha Rao",
      passwordHash: "",
      sponsorId: sponsor?.id,
      side,
      now,
    } as const;
    const { id } = await atomically(db, insertTestMember, details);
    let parent = sponsor;
    const under = (of: Person | undefined) => people.find((each) => each.parent === of && each.side === side);
    while (parent && under(parent)) parent = under(parent);
    const person = { id, sponsor, parent, side } as const;
    people.push(person);
    reference.join(person);
  }

  async function stake(person: Person, now: Date): Promise<void> {
    const usd = 15 * (1 + below(chance(0.2) ? 400 : 20));
    const { rules } = await planOn(db, indiaDayOf(now));
    const price = await priceAt(db, now);
    const usdCents = asUsdCents(BigInt(usd) * 100n);
    const stakeId = await stakeNow(db, { memberId: person.id, usd, now });
    const fc = asFc((usdCents * price.fcFor15Usd) / 1500n);
    stakeIds.set(reference.stake({ person, usdCents, fc, startedAt: now, terms: rules.ros }), stakeId);
  }

  async function maybeReverse(people: Person[], now: Date): Promise<void> {
    const own = reference.stakes.filter(({ person, endedAt }) => !endedAt && people.includes(person));
    if (own.length === 0 || !chance(0.4)) return;
    const reversed = pick(own);
    await atomically(db, reverseStake, { stakeId: stakeIds.get(reversed)!, reason: randomUUID(), now });
    reference.reverse(reversed, now);
  }

  async function closeUpTo(day: string): Promise<void> {
    while (closed.upTo < day) {
      const next = daysAfter(closed.upTo, 1);
      const dry = await dryRun(db, { day: next });
      await closeDay(db, { day: next, now: endOfDay(day), chunkMembers: 1 + below(50) });
      const { rules } = await planOn(db, next);
      const price = await priceAt(db, new Date(endOfDay(next).getTime() - 1));
      const coverage = reference.close(next, rules, price.fcFor15Usd);
      expect({ dueFc: dry.totalDueFc, availableFc: dry.availableFc }).toEqual(coverage);
      await compare(next, coverage);
      closed.upTo = next;
    }
  }

  async function compare(day: string, coverage: { dueFc: Fc; availableFc: Fc }): Promise<void> {
    const row = await db.selectFrom("closings").selectAll().where("day", "=", day).executeTakeFirstOrThrow();
    expect({ day, dueFc: row.due_fc, availableFc: row.available_fc }).toEqual({ day, ...coverage });
    const accounts = await db.selectFrom("ledger_accounts").select(["id", "balance"]).execute();
    const balances = new Map(accounts.map(({ id, balance }) => [id, balance]));
    for (const [id, wallets] of reference.wallets) {
      for (const [name, balance] of Object.entries(wallets)) {
        const found = balances.get(BigInt(id) * 16n + memberCodes[name as keyof typeof wallets]) ?? 0n;
        if (found !== balance) expect({ day, id, name, balance: found }).toEqual({ day, id, name, balance });
      }
    }
  }

  /** Computed again from its inputs long afterwards, a credit is still what it was. */
  async function explainSome(): Promise<void> {
    const credits = await db
      .selectFrom("ledger_postings as posting")
      .innerJoin("ledger_entries as entry", "entry.id", "posting.entry_id")
      .select(["entry_id as entryId", "line", "credit_id", "kind"])
      .where("kind", "in", rewardKindNames)
      .orderBy("entry_id")
      .orderBy("line")
      .execute();
    for (let explained = 0; explained < explainedCredits; explained++) {
      const { credit_id, ...credit } = pick(credits);
      const reason = await reasonOf(db, { ...credit, memberId: Number(credit_id / 16n) });
      expect({ ...credit, ...explain(reason!) }).toMatchObject({ agrees: true });
    }
  }

  function randomPlan(): PlanRules {
    if (chance(0.3)) return defaultPlan;
    const at = Array.from({ length: below(4) }, () => 1 + below(1_000_000)).toSorted((a, b) => a - b);
    return {
      ...defaultPlan,
      ros: { dailyBasisPoints: 1 + below(3000), limitBasisPoints: 1 + below(30_000) },
      directBonus: { basisPoints: below(2000) },
      pairMatching: {
        basisPoints: 1 + below(3000),
        capOwnStakeBasisPoints: below(20_000),
        capUsdCents: below(200_000),
      },
      offers: [...new Set(at)].map((matchedUsdCents) => ({
        matchedUsdCents,
        rewardUsdCents: below(100_000),
      })),
    };
  }
}
