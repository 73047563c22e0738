import type { Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import type {
  AskedWithdrawal,
  GivenWords,
  GuardedPayment,
  GuardedWallet,
  PayoutGuard,
  RulesState,
} from "../../platform/chain/types.ts";
import { after, day, hour, minute, type Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { PasskeyPlace } from "../passkeys/place.ts";
import { fingerprintOf, readApprovers, type Approver } from "./approvers.ts";
import { JournalProblem } from "./journal-file.ts";
import type { PayoutJournal, Seen } from "./journal.ts";
import { RulesInForce } from "./rules-in-force.ts";
import { aboutPayment, notTold, Telling, type Tell } from "./telling.ts";
import { peopleFor, peopleForRelease, type Signers, type StoredApproval } from "./verify.ts";

/** What the worker's own environment allows. No table can raise it. */
export interface PayoutLimits {
  largestFc: Fc;
  dayFc: Fc;
  twoPeopleFromFc: Fc;
  addressHours: number;
  waitMinutes: number;
  /** From when two approvers sign rules to their end. */
  rulesDays: number;
}

export interface GuardDeps {
  db: Db;
  clock: Clock;
  journal: PayoutJournal;
  approversFile: string | undefined;
  /** Undefined where no passkey can be made for the worker's PUBLIC_URL. */
  place: PasskeyPlace | undefined;
  limits: PayoutLimits;
  /** What is queued in a table could be taken out of it. */
  tell: Tell;
}

/** A new word is given out so often, and signatures with the earlier ones are asked for again after twice that. */
const newWordMs = day;

/** Signs what people have signed, and nothing else. */
export class ApprovalGuard implements PayoutGuard {
  readonly #deps: GuardDeps;
  readonly #telling: Telling;
  readonly #rules: RulesInForce;
  #lookedAt: Date | undefined;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#telling = new Telling(deps.tell, deps.clock);
    this.#rules = new RulesInForce({
      ...deps,
      telling: this.#telling,
      approvalsOf: (key, signers) => this.#approvalsOf(key, signers),
    });
  }

  async state() {
    const { journal } = this.#deps;
    const lost = this.#lostMemory();
    if (lost !== undefined) return { problem: lost };
    await this.#seeNewAddresses();
    const found = await this.#approvers();
    const { problem: mailProblem } = this.#telling;
    const mails = mailProblem === undefined ? {} : { mailProblem };
    if ("problem" in found) return { problem: found.problem, ...mails };
    return { ...(journal.approvers && { approversChangedAt: new Date(journal.approvers.at) }), ...mails };
  }

  async words(wallet: GuardedWallet): Promise<GivenWords> {
    const { journal, clock } = this.#deps;
    const problem = await this.#memoryProblem(wallet);
    if (problem !== undefined) return { problem };
    const now = clock();
    const { newestWord, seen } = journal;
    const decided = { ...seen, at: now };
    // A memory of the release before has seen pauses end that only tables knew about.
    if (!journal.hasGivenWords && !(await this.#isPaused(wallet))) journal.giveWord("payouts", decided);
    else if (newestWord === undefined) {
      if (journal.releaseWord === undefined) journal.giveWord("release", decided);
    } else if (after(newestWord.at, newWordMs) <= now) journal.giveWord("payouts", decided);
    return journal.releaseWord === undefined
      ? { purpose: "payouts", words: [...journal.goodWords(now, 2 * newWordMs)] }
      : { purpose: "release", words: [journal.releaseWord] };
  }

  async rules(wallet: GuardedWallet & { contract: string }): Promise<RulesState> {
    if ((await this.#memoryProblem(wallet)) !== undefined) return {};
    const found = await this.#approvers();
    return "problem" in found ? {} : this.#rules.state(wallet, found);
  }

  async byRules(wallet: GuardedWallet & { contract: string }, asked: AskedWithdrawal) {
    if ((await this.#memoryProblem(wallet)) !== undefined) return undefined;
    const found = await this.#approvers();
    const signed = "problem" in found ? undefined : await this.#rules.signed(wallet, found);
    if (!signed) return undefined;
    const stop = await this.#rules.stoppedBy(signed, asked);
    return stop === undefined ? { word: signed.word } : { stop };
  }

  /**
   * The worker's own date of an address begins when it is registered, and not when it is paid for the first time. A
   * table that lies about the date cannot make it earlier than this look.
   */
  async #seeNewAddresses(): Promise<void> {
    const { db, journal, clock } = this.#deps;
    const now = clock();
    if (this.#lookedAt !== undefined && after(this.#lookedAt, minute) > now) return;
    const rows = await db.selectFrom("coin_addresses").select("address").execute();
    journal.see(rows.map(({ address }) => ({ address, at: now })));
    this.#lookedAt = now;
  }

  async notePause(pausedAt: Date): Promise<void> {
    const { journal, clock } = this.#deps;
    // A request's SQL can write any time that PostgreSQL knows, also infinity, which is no date here.
    const pause = Number.isFinite(pausedAt.valueOf()) ? pausedAt.toISOString() : String(pausedAt);
    // Without a memory nothing is signed, and the page of payouts says why.
    if (this.#lostMemory() !== undefined) return;
    if (journal.pause?.pausedAt !== pause) journal.seePause(pause, clock());
  }

  async release(wallet: GuardedWallet): Promise<boolean> {
    const { journal, clock } = this.#deps;
    if ((await this.#memoryProblem(wallet)) !== undefined) return false;
    const { releaseWord: word, isHeld, seen } = journal;
    if (!isHeld || word === undefined) return !isHeld;
    const found = await this.#approvers();
    if ("problem" in found) return false;
    const { chainId, address } = wallet;
    const approvals = await this.#approvalsOf(word, found);
    const people = await peopleForRelease({ chainId, wallet: address, word }, approvals, found);
    // Two people have to sign, as for its release in the console; one is enough where the file names only one.
    const named = new Set(found.approvers.map(({ person }) => person)).size;
    if (people.size < Math.min(2, named)) return false;
    journal.giveWord("payouts", { ...seen, at: clock() });
    return !journal.isHeld;
  }

  async refusal(payment: GuardedPayment): Promise<string | undefined> {
    // A table that says that it was never paid would take a nonce for it, and every later payout would wait behind that.
    const before = this.#deps.journal.signed(payment.payoutId);
    if (before) return onlyNonce(before);
    return (await this.#judged(payment)).problem;
  }

  /** Why it is not paid now, and whether it is by rules and not by people who have signed it. */
  async #judged(payment: GuardedPayment): Promise<Judgement> {
    const held = await this.#heldBecause(payment);
    if (held !== undefined) return { problem: held };
    const { seen } = this.#deps.journal;
    const found = await this.#approvers();
    if ("problem" in found) return { problem: `No payout is signed: ${found.problem}` };
    const { limits, clock } = this.#deps;
    const now = clock();
    if (payment.amountFc > limits.largestFc)
      return { problem: `It is larger than the worker's own limit of ${fcText(limits.largestFc)}` };
    const agreed = await this.#agreed(payment, found, now);
    if ("problem" in agreed) return agreed;
    const problem =
      this.#addressProblem(payment.to, now) ??
      (await this.#waitingTime(payment, { ...agreed, ...seen, approvers: found.approvers, now })) ??
      this.#pausedSince(seen) ??
      this.#dayProblem(payment, now);
    return problem === undefined ? { problem, byRules: agreed.byRules, seen } : { problem };
  }

  async #agreed(payment: GuardedPayment, found: Signers, now: Date): Promise<Agreed | { problem: string }> {
    const { limits, journal } = this.#deps;
    const people = await peopleFor(payment, await this.#approvalsOf(payment.payoutId, found), {
      ...found,
      words: journal.goodWords(now),
      isSignedBefore: journal.isSignedSincePause(payment.payoutId),
      now,
    });
    const needed = payment.amountFc >= limits.twoPeopleFromFc ? 2 : 1;
    if (people.size >= needed) return { people, byRules: false };
    if (payment.rulesWord !== null) {
      const agreed = await this.#rules.agreed(payment, found);
      return "problem" in agreed ? agreed : { ...agreed, byRules: true };
    }
    const problem =
      people.size === 0
        ? "It waits for an approver's signature"
        : "It waits for the signature of a second person";
    return { problem };
  }

  async claim(payment: GuardedPayment & { nonce: bigint }): Promise<string | undefined> {
    const { journal, clock } = this.#deps;
    const judged = await this.#judged(payment);
    if (judged.problem !== undefined) return judged.problem;
    const { byRules, seen } = judged;
    const { payoutId, wallet, nonce, amountFc } = payment;
    const before = journal.signed(payoutId);
    if (before && (before.nonce !== nonce || before.wallet !== wallet)) return onlyNonce(before);
    if (journal.isSignedSincePause(payoutId)) return undefined;
    return journal.sign(payoutId, { wallet, nonce, amountFc, byRules, at: clock(), ...seen })
      ? undefined
      : "Another process of the worker's machine has signed or paused meanwhile. It is looked at again";
  }

  /** After a pause bytes that were signed before it need people who sign again, like a payment without any. */
  async sendRefusal(payment: GuardedPayment): Promise<string | undefined> {
    const held = await this.#heldBecause(payment);
    if (held !== undefined) return held;
    if (this.#deps.journal.isSignedSincePause(payment.payoutId)) return undefined;
    return (await this.#judged(payment)).problem;
  }

  /** Why nothing is signed or sent at all, whatever tables say of the wallet. */
  async #heldBecause({ chainId, wallet: address }: GuardedPayment): Promise<string | undefined> {
    const problem = await this.#memoryProblem({ chainId, address });
    if (problem !== undefined) return `No payout is signed: ${problem}`;
    const { journal } = this.#deps;
    return journal.isHeld ? paused : undefined;
  }

  /** Another process may have seen a pause while the tables were asked and the approvers mailed. */
  #pausedSince({ endings }: Seen): string | undefined {
    return this.#lostMemory() ?? (this.#deps.journal.seen.endings === endings ? undefined : paused);
  }

  /**
   * The table has a word that this memory has not given out: there is another memory, or this is an old copy. Then
   * neither its limits nor its pauses can be relied on.
   */
  async #memoryProblem({ chainId, address }: GuardedWallet): Promise<string | undefined> {
    const { db, journal } = this.#deps;
    const row = await db
      .selectFrom("chain_wallets")
      .select(["approval_words", "rules_word"])
      .where("chain_id", "=", chainId)
      .where("address", "=", address)
      .executeTakeFirst();
    // After the row: another process of this machine may have given out a word just now.
    const lost = this.#lostMemory();
    if (lost !== undefined) return lost;
    const published = [...(row?.approval_words ?? []), ...(row?.rules_word ? [row.rules_word] : [])];
    return !published.every((word) => journal.hasGiven(word))
      ? "another worker signs for this wallet, or an old copy of payout-journal.jsonl was put back here. If the other one is gone, say: npm run payouts:memory -- --begin"
      : undefined;
  }

  /** Why the journal cannot be read any more; undefined once everything in it is known. */
  #lostMemory(): string | undefined {
    try {
      this.#deps.journal.catchUp();
      return undefined;
    } catch (error) {
      if (error instanceof JournalProblem) return error.message;
      throw error;
    }
  }

  async #isPaused({ chainId, address }: GuardedWallet): Promise<boolean> {
    const paused = await this.#deps.db
      .selectFrom("chain_wallets")
      .select("address")
      .where("chain_id", "=", chainId)
      .where("address", "=", address)
      .where("paused_at", "is not", null)
      .executeTakeFirst();
    return paused !== undefined;
  }

  /** Notices a changed file, and tells everybody whom the file names or named. */
  async #approvers(): Promise<Signers | { problem: string }> {
    const { approversFile, place, journal, clock } = this.#deps;
    if (!place) return { problem: "PUBLIC_URL is no place for passkeys" };
    const found = await readApprovers(approversFile);
    if ("problem" in found) return found;
    const before = journal.approvers;
    if (before?.digest !== found.digest) {
      const emails = [...new Set(found.people.map(({ email }) => email))];
      const others = (before?.emails ?? []).filter((email) => !emails.includes(email));
      const keys = found.people.map((each) => `${each.person} (${each.email}) with ${fingerprintOf(each)}`);
      const isTold = await this.#telling.tell(
        found.digest,
        { to: emails, others },
        {
          subject: "The approvers of payouts have changed",
          text: `The file of approvers on the worker's machine names from now on: ${keys.join("; ")}. If nobody told you about this change, or if your key had another fingerprint when you made it, pause the hot wallet (${howToPause}) and call your administrator. Rules for payouts count only while people whom it names have signed them.`,
        },
      );
      if (!isTold) return { problem: `the file of approvers has changed, and ${notTold}` };
      journal.changeApprovers(found.digest, emails, clock());
    }
    return { approvers: found.people, place };
  }

  /** What the tables have about a payout or a release, of people of the file. */
  #approvalsOf(key: string, { approvers }: Signers): Promise<StoredApproval[]> {
    return this.#deps.db
      .selectFrom("payout_approvals")
      .innerJoin("payout_approval_entries as entry", "entry.approval_id", "payout_approvals.id")
      .select(["text", "credential_id as credentialId", "authenticator_data as authenticatorData"])
      .select(["client_data as clientData", "signature"])
      .where("entry.payout_key", "=", key)
      .where(
        "credential_id",
        "in",
        approvers.map(({ credentialId }) => credentialId),
      )
      .orderBy("payout_approvals.id", "desc")
      .limit(mostLookedAt)
      .execute();
  }

  #addressProblem(to: string, now: Date): string | undefined {
    const { journal, limits } = this.#deps;
    journal.see([{ address: to, at: now }]);
    const from = after(journal.firstSeen(to) ?? now, limits.addressHours * hour);
    return from > now
      ? `The worker knows this address for too short a time: until ${indiaTime(from)}`
      : undefined;
  }

  /** The approvers are told what was verified, and have this time to pause the wallet. */
  async #waitingTime(
    payment: GuardedPayment,
    { people, byRules, approvers, now, endings }: ToTell,
  ): Promise<string | undefined> {
    const { journal, limits } = this.#deps;
    const key = aboutPayment(payment);
    if (!journal.toldAt(key)) {
      const from = after(now, limits.waitMinutes * minute);
      const isTold = await this.#telling.tell(
        key,
        { to: [...new Set(approvers.map(({ email }) => email))] },
        {
          subject: `Payout of withdrawal ${payment.withdrawalId} was approved`,
          text: `${fcText(payment.amountFc)} will be sent to ${payment.to} from ${indiaTime(from)} on. ${byRules ? "By rules that were signed" : "Signed"} by: ${[...people].join(", ")}. If this is wrong, pause the hot wallet now: ${howToPause}.`,
        },
      );
      if (!isTold) return `It waits until the approvers are told: ${notTold}`;
      journal.tell(key, { endings, at: now });
    }
    const from = after(journal.toldAt(key) ?? now, limits.waitMinutes * minute);
    return from > now ? `The approvers were told, and it waits until ${indiaTime(from)}` : undefined;
  }

  #dayProblem({ payoutId, amountFc }: GuardedPayment, now: Date): string | undefined {
    const { journal, limits } = this.#deps;
    if (journal.signed(payoutId)) return undefined;
    const { from } = momentsOf({ from: indiaDayOf(now) });
    const dayFc = journal.signedSince(from ?? now) + amountFc;
    return dayFc > limits.dayFc
      ? "Today's payouts have reached the worker's own limit of one day"
      : undefined;
  }
}

const onlyNonce = ({ nonce }: { nonce: bigint }) =>
  `It was signed with nonce ${nonce} before, and gets no other one. If that payment is lost, take it back and hand the withdrawal over again`;

/** Who has signed a payment, or the rules by which it is made. */
interface Agreed {
  people: ReadonlySet<string>;
  byRules: boolean;
}

interface ToTell extends Agreed {
  approvers: readonly Approver[];
  now: Date;
  endings: number;
}

type Judgement = { problem: string } | { problem: undefined; byRules: boolean; seen: Seen };

const paused = "It waits until approvers have signed that the hot wallet pays again";

/** Both ways are named, because somebody else may have taken the console over. */
const howToPause = "in the console, or on the worker's machine by npm run payouts:memory -- --pause";

/**
 * So many signatures of one payout are looked at. Somebody who fills the table with false ones only makes that payout
 * wait.
 */
const mostLookedAt = 50;
