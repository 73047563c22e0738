import { noFc, minus, type Fc, type UsdCents, asFc, asUsdCents, noUsdCents, plus } from "@fc/contract/units";
import type { PlanRules, RosTerms } from "@fc/contract/plan/rules";

/**
 * A closing as one would compute it on paper: in memory, member by member, each leg summed up from its events. It is
 * slow and simple, so that tests can compare the real closing with it. It takes only types from the product: a fault in
 * the product's own rounding or days would otherwise be on both sides of the comparison.
 */
export interface Person {
  id: number;
  sponsor: Person | undefined;
  /** The member directly above, and the side below it. */
  parent: Person | undefined;
  side: "left" | "right";
}

interface Stake {
  person: Person;
  usdCents: UsdCents;
  fc: Fc;
  startedAt: Date;
  endedAt: Date | undefined;
  isReversed: boolean;
  terms: RosTerms;
  isBonusDecided: boolean;
}

type Wallet = "staking" | "earning" | "offer" | "staked";

export class Reference {
  readonly people: Person[] = [];
  readonly stakes: Stake[] = [];
  readonly wallets = new Map<number, Record<Wallet, Fc>>();
  readonly funded: { amountFc: Fc; at: Date }[] = [];
  paidFc = noFc;
  readonly #consumed = new Map<number, UsdCents>();
  readonly #matched = new Map<number, UsdCents>();
  readonly #takenBefore = new Map<number, { left: UsdCents; right: UsdCents }>();

  join(person: Person): void {
    this.people.push(person);
    this.wallets.set(person.id, { staking: noFc, earning: noFc, offer: noFc, staked: noFc });
  }

  /** What another system had taken of each leg, and what of it counts for offers. */
  bring(person: Person, taken: { left: UsdCents; right: UsdCents }, matchedUsdCents: UsdCents): void {
    this.#takenBefore.set(person.id, taken);
    this.#matched.set(person.id, matchedUsdCents);
  }

  stake(made: Pick<Stake, "person" | "usdCents" | "fc" | "startedAt" | "terms">): Stake {
    const stake = { ...made, endedAt: undefined, isReversed: false, isBonusDecided: false };
    this.stakes.push(stake);
    this.#credit(stake.person, "staked", stake.fc);
    return stake;
  }

  end(stake: Stake, at: Date): void {
    stake.endedAt = at;
    this.#credit(stake.person, "staked", minus(noFc, stake.fc));
  }

  reverse(stake: Stake, at: Date): void {
    Object.assign(stake, { endedAt: at, isReversed: true });
    this.#credit(stake.person, "staked", minus(noFc, stake.fc));
  }

  /** Closes a day. Returns what all rewards come to and what the pool has for them. */
  close(day: string, plan: PlanRules, fcFor15Usd: bigint) {
    const cut = endOf(day);
    const running = this.stakes.filter(
      ({ startedAt, endedAt }) => startedAt < cut && !(endedAt && endedAt < cut),
    );
    const runningOf = Map.groupBy(running, ({ person }) => person);
    const sponsoredBy = Map.groupBy(this.people, ({ sponsor }) => sponsor);
    const hasActiveOn = (side: Person["side"], person: Person) =>
      (sponsoredBy.get(person) ?? []).some((other) => legOf(other, person) === side && runningOf.has(other));
    const dues: { person: Person; wallet: Wallet; dueFc: Fc }[] = [];
    const due = (person: Person, wallet: Wallet, dueFc: Fc) => dues.push({ person, wallet, dueFc });
    const dueUsd = (person: Person, wallet: Wallet, usdCents: UsdCents) =>
      due(person, wallet, asFc((usdCents * fcFor15Usd) / 1500n));

    for (const person of this.people) {
      const ofToday = (runningOf.get(person) ?? []).map((stake) => rosOf(stake, day));
      due(
        person,
        "staking",
        ofToday.reduce((sum, fc) => plus(sum, fc), noFc),
      );
    }
    for (const stake of this.stakes.filter((each) => !each.isBonusDecided && each.startedAt < cut)) {
      stake.isBonusDecided = true;
      const { sponsor } = stake.person;
      if (!sponsor || !runningOf.has(sponsor) || !running.includes(stake)) continue;
      dueUsd(sponsor, "earning", asUsdCents(shareOf(stake.usdCents, plan.directBonus.basisPoints)));
    }
    const legs = this.#legsBefore(cut);
    for (const person of this.people) {
      if (!runningOf.has(person) || !hasActiveOn("left", person) || !hasActiveOn("right", person)) continue;
      const consumedUsdCents = this.#consumed.get(person.id) ?? 0n;
      const all = legs.get(person.id)!;
      const before = this.#takenBefore.get(person.id) ?? { left: 0n, right: 0n };
      const [left, right] = [all.left - before.left, all.right - before.right];
      const unmatchedUsdCents = asUsdCents((left < right ? left : right) - consumedUsdCents);
      const takenUsdCents = unmatchedUsdCents > 0n ? unmatchedUsdCents : noUsdCents;
      const ownStakeUsdCents = runningOf
        .get(person)!
        .reduce((sum, { usdCents }) => plus(sum, usdCents), noUsdCents);
      const { bonusUsdCents, matchedUsdCents } = matchingOf(takenUsdCents, ownStakeUsdCents, plan);
      const beforeUsdCents = this.#matched.get(person.id) ?? 0n;
      const afterUsdCents = asUsdCents(beforeUsdCents + matchedUsdCents);
      this.#consumed.set(person.id, asUsdCents(consumedUsdCents + takenUsdCents));
      this.#matched.set(person.id, afterUsdCents);
      dueUsd(person, "earning", asUsdCents(bonusUsdCents));
      for (const offer of plan.offers) {
        if (beforeUsdCents >= offer.matchedUsdCents || afterUsdCents < offer.matchedUsdCents) continue;
        dueUsd(person, "offer", asUsdCents(BigInt(offer.rewardUsdCents)));
      }
    }

    const came = this.funded
      .filter(({ at }) => at < cut)
      .reduce((sum, { amountFc }) => plus(sum, amountFc), noFc);
    const allDueFc = dues.reduce((sum, { dueFc }) => plus(sum, dueFc), noFc);
    const availableFc = minus(came, this.paidFc);
    for (const { person, wallet, dueFc } of dues) {
      const paidFc = availableFc >= allDueFc ? dueFc : asFc((dueFc * availableFc) / allDueFc);
      this.paidFc = plus(this.paidFc, paidFc);
      this.#credit(person, wallet, paidFc);
    }
    for (const stake of running.filter((each) => !each.endedAt && isAtLimit(each, day))) {
      this.end(stake, cut);
    }
    return { dueFc: allDueFc, availableFc };
  }

  #legsBefore(cut: Date) {
    const legs = new Map(this.people.map(({ id }) => [id, { left: 0n, right: 0n }]));
    for (const { person, usdCents, startedAt, endedAt, isReversed } of this.stakes) {
      if (startedAt >= cut || (isReversed && endedAt! < cut)) continue;
      for (let below = person; below.parent; below = below.parent)
        legs.get(below.parent.id)![below.side] += usdCents;
    }
    return legs;
  }

  #credit(person: Person, wallet: Wallet, amountFc: Fc): void {
    const wallets = this.wallets.get(person.id)!;
    wallets[wallet] = plus(wallets[wallet], amountFc);
  }
}

/** The leg of one member that another one stands in, wherever the sponsor is. */
function legOf(other: Person, above: Person): Person["side"] | undefined {
  for (let below = other; below.parent; below = below.parent) if (below.parent === above) return below.side;
  return undefined;
}

/** Of a positive amount, rounded down to a whole unit. */
function shareOf(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints)) / 10_000n;
}

/** What matching pays for business that it takes from both legs, and the part of it that counts for offers. */
function matchingOf(takenUsdCents: UsdCents, ownStakeUsdCents: UsdCents, { pairMatching }: PlanRules) {
  const { basisPoints, capOwnStakeBasisPoints, capUsdCents } = pairMatching;
  const byStake = shareOf(ownStakeUsdCents, capOwnStakeBasisPoints);
  const cap = byStake < capUsdCents ? byStake : BigInt(capUsdCents);
  const bonusUsdCents = shareOf(takenUsdCents, basisPoints);
  if (bonusUsdCents <= cap) return { bonusUsdCents, matchedUsdCents: takenUsdCents };
  return { bonusUsdCents: cap, matchedUsdCents: (cap * 10_000n) / BigInt(basisPoints) };
}

/** What a day adds to everything that a stake has returned. */
function rosOf(stake: Stake, day: string): Fc {
  const today = dayNumberOf(stake, day);
  return today < 1 ? noFc : minus(returnedBy(stake, today), returnedBy(stake, today - 1));
}

function returnedBy({ fc, terms }: Stake, dayNumber: number): Fc {
  return asFc(shareOf(fc, Math.min(dayNumber * terms.dailyBasisPoints, terms.limitBasisPoints)));
}

function isAtLimit(stake: Stake, day: string): boolean {
  return dayNumberOf(stake, day) * stake.terms.dailyBasisPoints >= stake.terms.limitBasisPoints;
}

/** Midnight in India, where a day begins five and a half hours earlier than in UTC. */
function endOf(day: string): Date {
  return new Date(`${day}T18:30:00Z`);
}

/** The day after the one on which a stake began is its first. */
function dayNumberOf({ startedAt }: Stake, day: string): number {
  return Math.ceil((endOf(day).getTime() - startedAt.getTime()) / 86_400_000) - 1;
}
