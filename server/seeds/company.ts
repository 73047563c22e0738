import { asFc, type Fc } from "@fc/contract/units";
import { join } from "node:path";
import { daysAfter, daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rosByDayFc, rosDays } from "@fc/contract/plan/rules";
import { sure } from "@fc/contract/sure";
import { byWallet, wallets, type Wallet } from "@fc/contract/wallet/kinds";
import { legOf } from "../src/core/moving/check-business.ts";
import { exactOfCents, exactOfFc, exactText } from "../src/core/moving/exact-amount.ts";
import { columnsOf, fileNames, type FileKind } from "../src/core/moving/format.ts";
import { writeCsv } from "../src/core/moving/write-rows.ts";
import { recompute, type RecomputedNetwork } from "../src/core/network/recompute.ts";
import { day, second } from "../src/platform/clock.ts";
import { demoLogins } from "./demo-logins.ts";
import { demoPerson } from "./demo-people.ts";
import { grow, grownRefId } from "./grown-network.ts";
import { seededRandom } from "./random.ts";

/** Its root has both logins directly below, and two legs of about the same size. */
const seed = 135;
/** The price and the terms of the other system. */
const fcUnitsPerCent = 10_400_000n;
const terms = { dailyBasisPoints: 50, limitBasisPoints: 20_000 };
const percent = (basisPoints: number) => String(basisPoints / 100);

interface CompanySize {
  members: number;
  /** The last day that the other system has closed. */
  cutDay: string;
  /** Of the wallet reports, for each member. */
  historyLines: number;
}

interface Stake {
  usdCents: bigint;
  fc: bigint;
  approvedAt: Date;
  earnedFc: Fc;
  endedAt: Date | undefined;
}

interface Line {
  wallet: Wallet;
  type: "C" | "D";
  at: Date;
  units: bigint;
  message: string;
}

/**
 * Writes a company of any size as another system would export it, in the format of docs/moving.md. Seeded random numbers
 * decide everything, so it is the same on every machine; the first members are those of the demo's logins. Only columns
 * of numbers are kept in memory, so the memory is bounded also for some millions of members.
 */
export async function writeCompany(folder: string, size: CompanySize): Promise<void> {
  const company = new GrownCompany(size);
  const totals = new Map<string, bigint>();
  const write = async (kind: FileKind, rows: Iterable<readonly string[]>) => {
    const header = Object.values(columnsOf[kind]).map(({ name }) => name);
    await writeCsv(join(folder, fileNames[kind]), header, rows);
  };
  await write("members", company.members());
  await write("stakes", company.stakes(totals));
  await write("balances", company.balances(totals));
  await write("business", company.business());
  await write("history", company.history());
  await write("totals", company.totals(totals));
}

class GrownCompany {
  private readonly size: CompanySize;
  private readonly cut: Date;
  private readonly spanMs: number;
  private readonly sponsors: Int32Array;
  private readonly parent: Int32Array;
  private readonly side: Uint8Array;
  private readonly usdCents: BigInt64Array;
  private readonly network: RecomputedNetwork;

  constructor(size: CompanySize) {
    this.size = size;
    this.cut = new Date(endOfDay(size.cutDay).getTime() - second);
    // The first stakes of a large company have ended.
    this.spanMs = Math.min(500, 60 + size.members) * day;
    const { members, sponsors } = grow({ members: size.members, seed, shape: "spread" });
    for (const [at, { stakeUsd }] of demoLogins.entries()) {
      if (at < size.members) members.businessUsdCents[at] = BigInt(stakeUsd) * 100n;
    }
    this.sponsors = sponsors;
    this.parent = members.parent;
    this.side = members.side;
    this.usdCents = members.businessUsdCents;
    this.network = recompute(members);
  }

  *members() {
    for (let at = 0; at < this.size.members; at++) {
      const { name, gender, email } = demoLogins[at] ?? demoPerson(randomOf(at, 0), at);
      const isRoot = sure(this.parent[at]) < 0;
      yield cellsOf("members", {
        userId: refIdOf(at),
        name,
        gender,
        email,
        mobile: `+91${7_000_000_000 + at}`,
        joinedAt: this.joinedAt(at).toISOString(),
        sponsorId: isRoot ? "" : refIdOf(sure(this.sponsors[at])),
        parentId: isRoot ? "" : refIdOf(sure(this.parent[at])),
        side: isRoot ? "" : this.side[at] === 0 ? "left" : "right",
        status: "active",
      });
    }
  }

  *stakes(totals: Map<string, bigint>) {
    for (let at = 0; at < this.size.members; at++) {
      const stake = this.stakeOf(at);
      if (stake === undefined) continue;
      const { usdCents, fc, approvedAt, earnedFc, endedAt } = stake;
      if (endedAt === undefined) {
        add(totals, "stakes", exactOfCents(100n));
        add(totals, "staked_usd", exactOfCents(usdCents));
        add(totals, "staked_fc", exactOfFc(fc));
      }
      yield cellsOf("stakes", {
        userId: refIdOf(at),
        amountUsd: exactText(exactOfCents(usdCents)),
        amountFc: exactText(exactOfFc(fc)),
        approvedAt: approvedAt.toISOString(),
        dailyPercent: percent(terms.dailyBasisPoints),
        limitPercent: percent(terms.limitBasisPoints),
        earnedFc: exactText(exactOfFc(earnedFc)),
        paidFc: exactText(exactOfFc(earnedFc)),
        endedAt: endedAt?.toISOString() ?? "",
        endReason: endedAt === undefined ? "" : "completed",
      });
    }
  }

  *balances(totals: Map<string, bigint>) {
    for (let at = 0; at < this.size.members; at++) {
      const sums = sumsOf(this.linesOf(at));
      for (const wallet of wallets) add(totals, wallet, exactOfFc(sums[wallet]));
      if (wallets.every((wallet) => sums[wallet] === 0n)) continue;
      yield cellsOf("balances", {
        userId: refIdOf(at),
        ...byWallet((wallet) => exactText(exactOfFc(sums[wallet]))),
      });
    }
  }

  /** The other system has matched most of what stands in both legs. */
  *business() {
    for (let at = 0; at < this.size.members; at++) {
      const [left, right] = this.legsOf(at);
      if (left === 0n && right === 0n) continue;
      const share = BigInt(90 + Math.floor(randomOf(at, 1)() * 11));
      const taken = ((left < right ? left : right) * share) / 100n;
      const text = (cents: bigint) => exactText(exactOfCents(cents));
      yield cellsOf("business", {
        userId: refIdOf(at),
        leftCarried: text(left - taken),
        leftTaken: text(taken),
        rightCarried: text(right - taken),
        rightTaken: text(taken),
        matched: text(taken),
      });
    }
  }

  *history() {
    for (let at = 0; at < this.size.members; at++) {
      for (const [number, { wallet, type, at: time, units, message }] of this.linesOf(at).entries()) {
        yield cellsOf("history", {
          userId: refIdOf(at),
          wallet,
          type,
          at: time.toISOString(),
          amountFc: exactText(exactOfFc(units)),
          message,
          transId: `TX${at * this.size.historyLines + number + 1}`,
        });
      }
    }
  }

  *totals(sums: ReadonlyMap<string, bigint>) {
    const line = (total: string, value: string, userId = "") => cellsOf("totals", { total, userId, value });
    yield line("members", String(this.size.members));
    for (const [total, sum] of sums) yield line(total, exactText(sum));
    for (let at = 0; at < Math.min(demoLogins.length, this.size.members); at++) {
      for (const [number, side] of (["left", "right"] as const).entries()) {
        const { users } = legOf(this.network, at, side);
        yield line(`${side}_members`, String(users), refIdOf(at));
        yield line(`${side}_usd`, exactText(exactOfCents(sure(this.legsOf(at)[number]))), refIdOf(at));
      }
    }
  }

  private legsOf(at: number): [left: bigint, right: bigint] {
    const cents = (side: "left" | "right") => legOf(this.network, at, side).businessUsdCents;
    return [cents("left"), cents("right")];
  }

  private joinedAt(at: number): Date {
    const { members } = this.size;
    return new Date(this.cut.getTime() - Math.floor((this.spanMs * (members - at)) / (members + 1)));
  }

  private stakeOf(at: number): Stake | undefined {
    const usdCents = sure(this.usdCents[at]);
    if (usdCents === 0n) return undefined;
    const { cutDay } = this.size;
    const cutMs = this.cut.getTime();
    const joinedMs = this.joinedAt(at).getTime();
    // Those of the logins still run, so that they can withdraw.
    const decidedMs =
      at < demoLogins.length ? Math.max(joinedMs, cutMs - 100 * day) : joinedMs + randomOf(at, 2)() * 3 * day;
    const approvedAt = new Date(Math.min(decidedMs, cutMs));
    const approvedOn = indiaDayOf(approvedAt);
    const days = Math.min(daysBetween(approvedOn, cutDay), rosDays(terms));
    const fc = asFc(usdCents * fcUnitsPerCent);
    const endedAt =
      days < rosDays(terms)
        ? undefined
        : new Date(endOfDay(daysAfter(approvedOn, rosDays(terms))).getTime() - second);
    return { usdCents, fc, approvedAt, earnedFc: rosByDayFc(fc, terms, days), endedAt };
  }

  /** The same at each call. Every fourth one takes from what the lines before have brought. */
  private linesOf(at: number): Line[] {
    const { historyLines } = this.size;
    const random = randomOf(at, 3);
    const joined = this.joinedAt(at).getTime();
    const isStaker = sure(this.usdCents[at]) > 0n;
    const unit = (isStaker ? sure(this.usdCents[at]) : 100n) * (fcUnitsPerCent / 1000n);
    const lines: Line[] = [];
    for (let number = 0; number < historyLines; number++) {
      const time = new Date(
        joined + Math.floor(((this.cut.getTime() - joined) * (number + 1)) / (historyLines + 1)),
      );
      const [most, sum] = largestOf(sumsOf(lines));
      const share = BigInt(1 + Math.floor(random() * 99));
      if (number % 4 === 3 && sum > 0n) {
        const units = (sum * share) / 100n;
        lines.push({ wallet: most, type: "D", at: time, units, message: "WITHDRAW/REQUESTED" });
      } else {
        const { wallet, message } = isStaker ? creditOf(random()) : transferred;
        lines.push({ wallet, type: "C", at: time, units: share * unit, message });
      }
    }
    return lines;
  }
}

const transferred = { below: 1, wallet: "transfer", message: "TRANSFER" } as const;
const credits = [
  { below: 0.6, wallet: "staking", message: "ROI" },
  { below: 0.9, wallet: "earning", message: "PAIR" },
  { below: 0.95, wallet: "offer", message: "OFFER" },
  transferred,
] as const;

function creditOf(chance: number): { wallet: Wallet; message: string } {
  return credits.find(({ below }) => chance < below) ?? transferred;
}

function sumsOf(lines: readonly Line[]): Record<Wallet, bigint> {
  const sums = byWallet(() => 0n);
  for (const { wallet, type, units } of lines) sums[wallet] += type === "C" ? units : -units;
  return sums;
}

function largestOf(sums: Record<Wallet, bigint>): [Wallet, bigint] {
  let most: Wallet = "staking";
  for (const wallet of wallets) if (sums[wallet] > sums[most]) most = wallet;
  return [most, sums[most]];
}

function randomOf(at: number, purpose: number): () => number {
  return seededRandom(seed + at * 31 + purpose * 7919);
}

const loginRefIds: readonly string[] = demoLogins.map(({ refId }) => refId);

function refIdOf(at: number): string {
  return loginRefIds[at] ?? grownRefId(at, seed);
}

function add(totals: Map<string, bigint>, name: string, amount: bigint): void {
  totals.set(name, (totals.get(name) ?? 0n) + amount);
}

function cellsOf<Kind extends FileKind>(
  kind: Kind,
  cells: Partial<Record<keyof (typeof columnsOf)[Kind], string>>,
): string[] {
  const byColumn: Partial<Record<string, string>> = cells;
  return Object.keys(columnsOf[kind]).map((column) => byColumn[column] ?? "");
}
