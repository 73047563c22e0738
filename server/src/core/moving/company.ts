import { type UsdCents, noUsdCents } from "@fc/contract/units";
import type { Side } from "@fc/contract/side";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { byWallet } from "@fc/contract/wallet/kinds";
import type { Exact } from "./exact-amount.ts";
import type { Reading } from "./read-rows.ts";
import type { SumName } from "@fc/contract/arrival/console-totals";

/**
 * What has to be known of all members at once, in columns by the member's number, because there may be a million of
 * them. A user id gets its number where it is first named, so a sponsor may stand behind the member in the file.
 */
export class Company {
  readonly reading: Reading;
  readonly refIds: string[] = [];
  /** The line of members.csv; 0 for a user id that is only named there. */
  readonly line: number[] = [];
  /** -1 for none. */
  readonly sponsor: number[] = [];
  readonly parent: number[] = [];
  readonly side: (Side | undefined)[] = [];
  /** Of the running stakes; an active member has one. */
  readonly runningStakes: number[] = [];
  /** Of all stakes that were not undone. */
  readonly businessUsdCents: UsdCents[] = [];
  readonly balances: Record<Wallet, Exact[]> = byWallet(() => []);
  /** The sums of the files, and what their rounding to our decimals takes away. */
  readonly sums = new Map<SumName, Exact>();
  readonly cuts = new Map<SumName, Exact>();
  private readonly numbers = new Map<string, number>();

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** The number of a user id, a new one where it was not named before. */
  numberFor(refId: string): number {
    const known = this.numbers.get(refId);
    if (known !== undefined) return known;
    const number = this.refIds.length;
    // A part of a line keeps the whole text that was read with it in memory.
    const text = Buffer.from(refId).toString();
    this.numbers.set(text, number);
    this.refIds.push(text);
    this.line.push(0);
    this.sponsor.push(-1);
    this.parent.push(-1);
    this.side.push(undefined);
    this.runningStakes.push(0);
    this.businessUsdCents.push(noUsdCents);
    for (const of of Object.values(this.balances)) of.push(0n);
    return number;
  }

  /** The number of a member of members.csv. */
  memberNumber(refId: string): number | undefined {
    const number = this.numbers.get(refId);
    return number === undefined || this.line[number] === 0 ? undefined : number;
  }

  add(sum: SumName, amount: Exact): void {
    this.sums.set(sum, (this.sums.get(sum) ?? 0n) + amount);
  }

  addCut(sum: SumName, amount: Exact): void {
    this.cuts.set(sum, (this.cuts.get(sum) ?? 0n) + amount);
  }
}
