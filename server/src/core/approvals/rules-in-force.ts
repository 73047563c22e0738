import { type Fc, asFc, noFc, plus } from "@fc/contract/units";
import { createHash } from "node:crypto";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import { ruleClauses, ruleStop, type PayoutRuleName } from "@fc/contract/withdraw/console-payout-rules";
import type {
  AskedWithdrawal,
  GuardedPayment,
  GuardedWallet,
  RulesState,
} from "../../platform/chain/types.ts";
import { after, day, type Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { PayoutJournal } from "./journal.ts";
import { memberFactsOf, stoppingRules } from "./rule-facts.ts";
import { rulesIn, stoppedByRule, type RulesToSign } from "./rules.ts";
import { aboutPayment, notTold, type Telling } from "./telling.ts";
import { peopleForText, type Signers, type StoredApproval } from "./verify.ts";

interface RulesDeps {
  db: Db;
  clock: Clock;
  journal: PayoutJournal;
  telling: Telling;
  /** Of the worker's own environment: nobody signs rules for longer. */
  limits: { rulesDays: number };
  approvalsOf: (key: string, signers: Signers) => Promise<StoredApproval[]>;
}

export interface SignedRules extends RulesToSign {
  text: string;
  people: ReadonlySet<string>;
}

type Found = { signed: SignedRules } | { problem: string } | undefined;

/** Rules take two people however little they pay: they pay many. */
const peopleNeeded = 2;

/** The rules that two approvers have signed, as the worker believes them, and what they say of a payment. */
export class RulesInForce {
  readonly #deps: RulesDeps;

  constructor(deps: RulesDeps) {
    this.#deps = deps;
  }

  /** Gives out a new word where that of the last rules has served: they were stopped, have ended, or lost a key. */
  async state(wallet: GuardedWallet & { contract: string }, signers: Signers): Promise<RulesState> {
    const { journal, clock } = this.#deps;
    const { seen, isHeld, rulesWord, rules } = journal;
    const found = await this.#find(wallet, signers);
    if (!isHeld && found === undefined) {
      const hasServed = rules !== undefined || rulesWord === undefined || (await this.#isStopped(rulesWord));
      if (hasServed) journal.giveWord("rules", { ...seen, at: clock() });
    }
    const text = found !== undefined && "signed" in found ? found.signed.text : undefined;
    const problem = found !== undefined && "problem" in found ? found.problem : undefined;
    return { word: journal.rulesWord, text, problem };
  }

  /** Who has signed the rules by which this payment is made now, or why it is not. */
  async agreed(
    payment: GuardedPayment,
    signers: Signers,
  ): Promise<{ people: ReadonlySet<string> } | { problem: string }> {
    // It is signed again for a higher fee. Nothing that has changed since may stop that: later payouts wait behind its
    // nonce.
    if (this.#hasSigned(payment)) return { people: new Set() };
    const found = await this.#find({ ...payment, address: payment.wallet }, signers);
    if (found === undefined || !("signed" in found) || found.signed.word !== payment.rulesWord)
      return {
        problem: "The rules by which it was handed over are over. It waits for an approver's signature",
      };
    const { signed } = found;
    const stop = await this.stoppedBy(signed, payment);
    return stop === undefined
      ? { people: signed.people }
      : { problem: `${stoppedByRule}: ${ruleStop(stop)}` };
  }

  /** Whether the worker has signed exactly this by rules since the last pause; everybody was told then. */
  #hasSigned(payment: GuardedPayment): boolean {
    const { journal } = this.#deps;
    const isByRules = journal.signed(payment.payoutId)?.byRules === true;
    return (
      isByRules &&
      journal.isSignedSincePause(payment.payoutId) &&
      journal.toldAt(aboutPayment(payment)) !== undefined
    );
  }

  async stoppedBy(
    { rules }: SignedRules,
    { withdrawalId, to, amountFc, waitingFc = noFc }: Omit<AskedWithdrawal, "waitingFc"> & { waitingFc?: Fc },
  ): Promise<PayoutRuleName | undefined> {
    const { db, clock, journal } = this.#deps;
    const now = clock();
    journal.see([{ address: to, at: now }]);
    const { from } = momentsOf({ from: indiaDayOf(now) });
    const own = {
      amountFc,
      // In the worker's memory and of all rules together, so that new ones do not begin the day again.
      dayFc: plus(asFc(journal.signedByRulesSince(from ?? now)), waitingFc, amountFc),
      addressSeenAt: journal.firstSeen(to) ?? now,
    };
    const facts = { ...own, ...(await memberFactsOf(db, { withdrawalId, amountFc, now })) };
    return stoppingRules(rules, facts, now)[0];
  }

  async signed(
    wallet: GuardedWallet & { contract: string },
    signers: Signers,
  ): Promise<SignedRules | undefined> {
    const found = await this.#find(wallet, signers);
    return found !== undefined && "signed" in found ? found.signed : undefined;
  }

  async #find(wallet: GuardedWallet & { contract: string }, signers: Signers): Promise<Found> {
    const { journal, clock } = this.#deps;
    const { rulesWord: word, isHeld, seen } = journal;
    if (word === undefined || isHeld || (await this.#isStopped(word))) return undefined;
    const approvals = await this.#deps.approvalsOf(word, signers);
    for (const text of new Set(approvals.map((each) => each.text))) {
      const meant = rulesIn(text);
      if (!meant || meant.word !== word || !isOf(meant, wallet) || meant.endsAt <= clock()) continue;
      const people = await peopleForText(text, approvals, signers);
      if (people.size < peopleNeeded) continue;
      const digest = digestOf(text);
      // A word is for the first rules that two have signed with it, also where these are refused or not told yet.
      if (!journal.rules) journal.takeRules({ word, digest, endsAt: meant.endsAt, at: clock() });
      if (journal.rules?.digest !== digest) continue;
      const taken = { digest, since: new Date(journal.rules.at), endings: seen.endings };
      const problem = await this.#problemOf({ ...meant, text, people }, { ...signers, ...taken });
      return problem === undefined ? { signed: { ...meant, text, people } } : { problem };
    }
    return undefined;
  }

  /** Why rules that two have signed are not in force. Everybody is told before anything follows from them. */
  async #problemOf(
    { endsAt, people, rules }: SignedRules,
    { approvers, digest, since, endings }: Signers & { digest: string; since: Date; endings: number },
  ): Promise<string | undefined> {
    const { journal, clock, telling } = this.#deps;
    const { rulesDays } = this.#deps.limits;
    if (endsAt > after(since, rulesDays * day)) {
      return `They end later than ${rulesDays} days after they were signed, which is the most that the worker's PAYOUT_RULES_DAYS allows. Discard them and choose an earlier last day`;
    }
    if (journal.toldAt(digest)) return undefined;
    const isTold = await telling.tell(
      digest,
      { to: [...new Set(approvers.map(({ email }) => email))] },
      {
        subject: "Payouts are paid by rules from now on",
        text: `${[...people].join(" and ")} signed rules by which payouts are paid without a signature for each, until ${indiaTime(endsAt)}. A payout is paid if: ${ruleClauses(rules).join("; ")}. If this is wrong, pause the hot wallet now.`,
      },
    );
    if (isTold) journal.tell(digest, { endings, at: clock() });
    // Another process may have seen a pause meanwhile.
    return journal.toldAt(digest) ? undefined : `They wait until the approvers are told: ${notTold}`;
  }

  async #isStopped(word: string): Promise<boolean> {
    const stopped = await this.#deps.db
      .selectFrom("payout_rules_stops")
      .select("word")
      .where("word", "=", word)
      .executeTakeFirst();
    return stopped !== undefined;
  }
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

function isOf(
  meant: RulesToSign,
  { chainId, address, contract }: GuardedWallet & { contract: string },
): boolean {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return meant.chainId === chainId && isSame(meant.contract, contract) && isSame(meant.wallet, address);
}
