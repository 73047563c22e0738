import { daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import * as rules from "@fc/contract/plan/rules";

/**
 * A closing as one would compute it on paper: in memory, member by member, each leg summed up from its events. It is
 * slow and simple, so that tests can compare the real closing with it.
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
  usdCents: bigint;
  fc: bigint;
  startedAt: Date;
  endedAt: Date | undefined;
  isReversed: boolean;
  terms: rules.RosTerms;
  isBonusDecided: boolean;
}

type Wallet = "staking" | "earning" | "offer" | "staked";

export class Reference {
  readonly people: Person[] = [];
  readonly stakes: Stake[] = [];
  readonly wallets = new Map<number, Record<Wallet, bigint>>();
  readonly funded: { amountFc: bigint; at: Date }[] = [];
  paidFc = 0n;
  readonly #consumed = new Map<number, bigint>();
  readonly #matched = new Map<number, bigint>();

  join(person: Person): void {
    this.people.push(person);
    this.wallets.set(person.id, { staking: 0n, earning: 0n, offer: 0n, staked: 0n });
  }

  stake(made: Pick<Stake, "person" | "usdCents" | "fc" | "startedAt" | "terms">): Stake {
    const stake = { ...made, endedAt: undefined, isReversed: false, isBonusDecided: false };
    this.stakes.push(stake);
    this.#credit(stake.person, "staked", stake.fc);
    return stake;
  }

  reverse(stake: Stake, at: Date): void {
    Object.assign(stake, { endedAt: at, isReversed: true });
    this.#credit(stake.person, "staked", -stake.fc);
  }

  /** Closes a day. Returns what all rewards come to and what the pool has for them. */
  close(day: string, plan: rules.PlanRules, fcFor15Usd: bigint) {
    const cut = endOfDay(day);
    const running = this.stakes.filter(
      ({ startedAt, endedAt }) => startedAt < cut && !(endedAt && endedAt < cut),
    );
    const runningOf = Map.groupBy(running, ({ person }) => person);
    const sponsoredBy = Map.groupBy(this.people, ({ sponsor }) => sponsor);
    const hasActiveOn = (side: Person["side"], person: Person) =>
      (sponsoredBy.get(person) ?? []).some((other) => other.side === side && runningOf.has(other));
    const dues: { person: Person; wallet: Wallet; dueFc: bigint }[] = [];
    const due = (person: Person, wallet: Wallet, dueFc: bigint) => dues.push({ person, wallet, dueFc });
    const dueUsd = (person: Person, wallet: Wallet, usdCents: bigint) =>
      due(person, wallet, rules.rewardFc(usdCents, fcFor15Usd));

    for (const person of this.people) {
      const ofToday = (runningOf.get(person) ?? []).map((stake) => rosOf(stake, day));
      due(
        person,
        "staking",
        ofToday.reduce((sum, fc) => sum + fc, 0n),
      );
    }
    for (const stake of this.stakes.filter((each) => !each.isBonusDecided && each.startedAt < cut)) {
      stake.isBonusDecided = true;
      const { sponsor } = stake.person;
      if (!sponsor || !runningOf.has(sponsor) || !running.includes(stake)) continue;
      dueUsd(sponsor, "earning", rules.directBonusUsdCents(stake.usdCents, plan));
    }
    const legs = this.#legsBefore(cut);
    for (const person of this.people) {
      if (!runningOf.has(person) || !hasActiveOn("left", person) || !hasActiveOn("right", person)) continue;
      const ownStakeUsdCents = runningOf.get(person)!.reduce((sum, { usdCents }) => sum + usdCents, 0n);
      const consumedUsdCents = this.#consumed.get(person.id) ?? 0n;
      const { left: leftUsdCents, right: rightUsdCents } = legs.get(person.id)!;
      const step = rules.pairStep({ leftUsdCents, rightUsdCents, consumedUsdCents, ownStakeUsdCents }, plan);
      const beforeUsdCents = this.#matched.get(person.id) ?? 0n;
      const afterUsdCents = beforeUsdCents + step.matchedUsdCents;
      this.#consumed.set(person.id, consumedUsdCents + step.takenUsdCents);
      this.#matched.set(person.id, afterUsdCents);
      dueUsd(person, "earning", step.bonusUsdCents);
      for (const offer of rules.offersReached({ beforeUsdCents, afterUsdCents }, plan)) {
        dueUsd(person, "offer", BigInt(offer.rewardUsdCents));
      }
    }

    const came = this.funded.filter(({ at }) => at < cut).reduce((sum, { amountFc }) => sum + amountFc, 0n);
    const coverage = {
      dueFc: dues.reduce((sum, { dueFc }) => sum + dueFc, 0n),
      availableFc: came - this.paidFc,
    };
    for (const { person, wallet, dueFc } of dues) {
      const paidFc = rules.coveredFc(dueFc, coverage);
      this.paidFc += paidFc;
      this.#credit(person, wallet, paidFc);
    }
    for (const stake of running.filter(
      (each) => !each.endedAt && dayNumberOf(each, day) >= rules.rosDays(each.terms),
    )) {
      stake.endedAt = cut;
      this.#credit(stake.person, "staked", -stake.fc);
    }
    return coverage;
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

  #credit(person: Person, wallet: Wallet, amountFc: bigint): void {
    this.wallets.get(person.id)![wallet] += amountFc;
  }
}

function rosOf(stake: Stake, day: string): bigint {
  return rules.rosOfDayFc(stake.fc, stake.terms, dayNumberOf(stake, day));
}

function dayNumberOf({ startedAt }: Stake, day: string): number {
  return daysBetween(indiaDayOf(startedAt), day);
}
