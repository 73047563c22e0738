import { asFc, type Fc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { after } from "../../platform/clock.ts";
import { signedForMs } from "./batch.ts";
import { appendLines, JournalFile, JournalProblem, type JournalLine } from "./journal-file.ts";

interface SignedPayout {
  wallet: string;
  nonce: bigint;
  amountFc: Fc;
  byRules: boolean;
  at: Date;
}

/** What was in the memory when something was decided on. The decision no longer counts once others have added to it. */
export interface Seen {
  /** How often a pause or a new beginning had ended all words. */
  endings: number;
  /** How many payouts had been signed. */
  signings: number;
}

interface SeenAddress {
  address: string;
  at: Date;
}

/**
 * What the worker remembers by itself, in a file of its own: no table can raise its limits, age an address, make it
 * sign a payout with a second nonce or forget a pause.
 */
export class PayoutJournal {
  readonly #file: JournalFile;
  readonly #addresses = new Map<string, Date>();
  readonly #told = new Map<string, Date>();
  readonly #signed = new Map<string, SignedPayout>();
  readonly #signedSincePause = new Set<string>();
  /** Words for payouts since the last pause, with when they were given out. */
  readonly #words = new Map<string, Date>();
  readonly #given = new Set<string>();
  #seen: Seen = { endings: 0, signings: 0 };
  #releaseWord: string | undefined;
  #rulesWord: string | undefined;
  #rules: Extract<JournalLine, { kind: "rules" }> | undefined;
  #approvers: Extract<JournalLine, { kind: "approvers" }> | undefined;
  #pause: Extract<JournalLine, { kind: "paused" }> | undefined;

  constructor(file: string) {
    this.#file = new JournalFile(file, (line) => this.#take(line));
  }

  /**
   * Lets this file be the memory from now on, a new one where there is none yet. Only a new one takes addresses over
   * with the dates that tables have for them, and only because a person has said so.
   */
  static begin(file: string, { addresses, at }: { addresses: readonly SeenAddress[]; at: Date }): void {
    const isNew = !JournalFile.isThere(file);
    if (!isNew && addresses.length > 0)
      throw new JournalProblem(`${file} is there already, and has dates of its own for addresses`);
    const begun = { kind: "begun", at: at.toISOString() } as const;
    // Opening takes away what a crash has left of a line.
    if (isNew) appendLines(file, [...addresses.map(addressLine), begun]);
    else new PayoutJournal(file).#file.append([begun]);
    const journal = new PayoutJournal(file);
    journal.giveWord("payouts", { endings: journal.seen.endings, at });
  }

  /** Throws `JournalProblem` where what another process has added cannot be read. */
  catchUp(): void {
    this.#file.catchUp();
  }

  firstSeen(address: string): Date | undefined {
    return this.#addresses.get(address.toLowerCase());
  }

  /** Addresses that are known already keep their first date. */
  see(addresses: readonly SeenAddress[]): void {
    const unseen = addresses.filter(({ address }) => !this.#addresses.has(address.toLowerCase()));
    this.#file.append(unseen.map(addressLine));
  }

  /** Since the last pause: after one the approvers are told again, and have the waiting time again. Also of rules. */
  toldAt(about: string): Date | undefined {
    return this.#told.get(about);
  }

  tell(payment: string, { endings, at }: { endings: number; at: Date }): void {
    this.#file.append([{ kind: "told", payment, endings, at: at.toISOString() }]);
  }

  /** The newest pause, and when the worker saw it. */
  get pause() {
    return this.#pause;
  }

  seePause(pausedAt: string, at: Date): void {
    this.#file.append([{ kind: "paused", pausedAt, at: at.toISOString() }]);
  }

  /** Whether no word for payouts was given out since the last pause, or none at all. */
  get isHeld(): boolean {
    return this.#words.size === 0;
  }

  /** False for a memory of the release before. */
  get hasGivenWords(): boolean {
    return this.#given.size > 0;
  }

  get releaseWord(): string | undefined {
    return this.#releaseWord;
  }

  /** What rules have to name; undefined while payouts are held. */
  get rulesWord(): string | undefined {
    return this.#rulesWord;
  }

  /** The rules that two approvers have signed with this word; undefined before. */
  get rules() {
    return this.#rules;
  }

  takeRules({ word, digest, endsAt, at }: { word: string; digest: string; endsAt: Date; at: Date }): void {
    this.#file.append([{ kind: "rules", word, digest, endsAt: endsAt.toISOString(), at: at.toISOString() }]);
  }

  hasGiven(word: string): boolean {
    return this.#given.has(word);
  }

  /** The newest one for payouts, with when it was given out. */
  get newestWord(): { word: string; at: Date } | undefined {
    const [word, at] = [...this.#words].at(-1) ?? [];
    return word === undefined || at === undefined ? undefined : { word, at };
  }

  /** Signatures that name one of these count now. */
  goodWords(now: Date, forMs: number = signedForMs): ReadonlySet<string> {
    return new Set([...this.#words].filter(([, at]) => after(at, forMs) > now).map(([word]) => word));
  }

  get seen(): Seen {
    return this.#seen;
  }

  /** It counts only if nothing has ended words since it was decided on: another process may have seen a pause. */
  giveWord(purpose: "payouts" | "release" | "rules", { endings, at }: { endings: number; at: Date }): void {
    this.#file.append([{ kind: "word", word: randomUUID(), purpose, endings, at: at.toISOString() }]);
  }

  get approvers() {
    return this.#approvers;
  }

  changeApprovers(digest: string, emails: readonly string[], at: Date): void {
    this.#file.append([{ kind: "approvers", digest, emails: [...emails], at: at.toISOString() }]);
  }

  signed(payoutId: string): SignedPayout | undefined {
    return this.#signed.get(payoutId);
  }

  isSignedSincePause(payoutId: string): boolean {
    return this.#signedSincePause.has(payoutId);
  }

  /**
   * Whether it is signed. It counts only if nothing was signed and no word ended since it was decided on: of processes
   * that decide at once, the order of their lines says which one signs.
   */
  sign(
    payoutId: string,
    { wallet, nonce, amountFc, byRules, at, endings, signings }: SignedPayout & Seen,
  ): boolean {
    const amounts = { nonce: String(nonce), amountFc: String(amountFc) };
    const how = { ...(byRules && { byRules }), endings, signings };
    this.#file.append([{ kind: "signed", payoutId, wallet, ...amounts, ...how, at: at.toISOString() }]);
    const signed = this.#signed.get(payoutId);
    return this.isSignedSincePause(payoutId) && signed?.nonce === nonce && signed.wallet === wallet;
  }

  /** What was signed since a moment, each payout once. */
  signedSince(from: Date): bigint {
    const recent = [...this.#signed.values()].filter(({ at }) => at >= from);
    return recent.reduce((sum, { amountFc }) => sum + amountFc, 0n);
  }

  signedByRulesSince(from: Date): bigint {
    const recent = [...this.#signed.values()].filter(({ at, byRules }) => byRules && at >= from);
    return recent.reduce((sum, { amountFc }) => sum + amountFc, 0n);
  }

  #take(line: JournalLine): void {
    const at = new Date(line.at);
    if (line.kind === "address") {
      if (!this.#addresses.has(line.address)) this.#addresses.set(line.address, at);
    } else if (line.kind === "told") {
      if (this.#isOfNow(line)) this.#told.set(line.payment, at);
    } else if (line.kind === "approvers") this.#approvers = line;
    else if (line.kind === "word") this.#takeWord(line);
    else if (line.kind === "rules") {
      // The first ones that two have signed; another process may have found others since.
      if (line.word === this.#rulesWord) this.#rules ??= line;
    } else if (line.kind === "signed") {
      if (!this.#isOfNow(line)) return;
      const { payoutId, wallet } = line;
      const [nonce, amountFc] = [BigInt(line.nonce), asFc(BigInt(line.amountFc))];
      const signed = { wallet, nonce, amountFc, byRules: line.byRules === true, at };
      this.#signed.set(payoutId, signed);
      this.#signedSincePause.add(payoutId);
      this.#seen = { ...this.#seen, signings: this.#seen.signings + 1 };
    } else {
      // A memory that begins again notes a pause that still lasts as a new one.
      this.#seen = { ...this.#seen, endings: this.#seen.endings + 1 };
      this.#pause = line.kind === "paused" ? line : undefined;
      this.#words.clear();
      this.#told.clear();
      this.#signedSincePause.clear();
      this.#releaseWord = undefined;
      this.#rulesWord = undefined;
      this.#rules = undefined;
    }
  }

  /** Where a line says what it was decided on. */
  #isOfNow({ endings, signings }: { [Key in keyof Seen]?: number | undefined }): boolean {
    const seen = this.#seen;
    return (endings ?? seen.endings) === seen.endings && (signings ?? seen.signings) === seen.signings;
  }

  #takeWord(line: Extract<JournalLine, { kind: "word" }>): void {
    const { word, purpose, at } = line;
    this.#given.add(word);
    if (!this.#isOfNow(line)) return;
    if (purpose === "rules") {
      this.#rulesWord = word;
      this.#rules = undefined;
      return;
    }
    this.#releaseWord = purpose === "release" ? word : undefined;
    if (purpose === "payouts") this.#words.set(word, new Date(at));
  }
}

const addressLine = ({ address, at }: SeenAddress) => ({
  kind: "address" as const,
  address: address.toLowerCase(),
  at: at.toISOString(),
});
