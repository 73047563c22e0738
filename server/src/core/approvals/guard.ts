import { fcText } from "@fc/contract/amount-text";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import type { GuardedPayment, PayoutGuard } from "../../platform/chain/types.ts";
import { after, hour, minute, type Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { PasskeyPlace } from "../passkeys/place.ts";
import { readApprovers, type Approver } from "./approvers.ts";
import type { PayoutJournal } from "./journal.ts";
import { peopleFor, type StoredApproval } from "./verify.ts";

/** What the worker's own environment allows. No table can raise it. */
export interface PayoutLimits {
  largestFc: bigint;
  dayFc: bigint;
  twoPeopleFromFc: bigint;
  addressHours: number;
  waitMinutes: number;
}

export interface GuardDeps {
  db: Db;
  clock: Clock;
  journal: PayoutJournal;
  approversFile: string | undefined;
  /** Undefined where no passkey can be made for the worker's PUBLIC_URL. */
  place: PasskeyPlace | undefined;
  limits: PayoutLimits;
  /**
   * Sends a mail at once and by this process: what is queued in a table could be taken out of it. Returns to whom it
   * could not be sent.
   */
  tell: (to: readonly string[], message: { subject: string; text: string }) => Promise<readonly string[]>;
}

/** For the demo's own chain, whose coins are worth nothing: operators' logins are enough there. */
export const openGuard: PayoutGuard = {
  state: async () => ({}),
  notePause: async () => undefined,
  refusal: async () => undefined,
  claim: async () => undefined,
  sendRefusal: async () => undefined,
};

/** Signs nothing at all, and says why. */
export function closedBecause(problem: string): PayoutGuard {
  return {
    state: async () => ({ problem }),
    notePause: async () => undefined,
    refusal: async () => `No payout is signed: ${problem}`,
    claim: async () => `No payout is signed: ${problem}`,
    // What was signed while all was well is finished.
    sendRefusal: async () => undefined,
  };
}

/** For processes that must not sign. */
export const closedGuard = closedBecause("This process signs no payouts");

/** Signs what people have signed, and nothing else. */
export class ApprovalGuard implements PayoutGuard {
  readonly #deps: GuardDeps;
  #lookedAt: Date | undefined;
  /** Whom a mail about something has not reached yet, so that the others do not get it again. */
  readonly #untold = new Map<string, { left: readonly string[]; triedAt: Date }>();

  constructor(deps: GuardDeps) {
    this.#deps = deps;
  }

  async state() {
    await this.#seeNewAddresses();
    const found = await this.#approvers();
    if ("problem" in found) return { problem: found.problem };
    const { approvers } = this.#deps.journal;
    return approvers ? { approversChangedAt: new Date(approvers.at) } : {};
  }

  /**
   * The worker's own date of an address begins when it is registered, and not when it is paid for the first time. A
   * table that lies about the date cannot make it earlier than this look.
   */
  async #seeNewAddresses(): Promise<void> {
    const { db, journal, clock } = this.#deps;
    const now = clock();
    if (this.#lookedAt !== undefined && after(this.#lookedAt, minute) > now) return;
    const rows = await db.selectFrom("coin_addresses").select(["address", "changed_at"]).execute();
    // Only a worker without a memory believes the tables' dates: it has no others.
    const isSeeding = journal.isNew && this.#lookedAt === undefined;
    journal.see(
      rows.map(({ address, changed_at: at }) => ({ address, at: isSeeding && at < now ? at : now })),
    );
    this.#lookedAt = now;
  }

  async notePause(pausedAt: Date): Promise<void> {
    const { journal, clock } = this.#deps;
    // SQL of a request can pause at any time that PostgreSQL knows, also at one without an end.
    const pause = Number.isFinite(pausedAt.valueOf()) ? pausedAt.toISOString() : String(pausedAt);
    if (journal.pause?.pausedAt !== pause) journal.seePause(pause, clock());
  }

  async refusal(payment: GuardedPayment): Promise<string | undefined> {
    // A table that says that it was never paid would take a nonce for it, and every later payout would wait behind that.
    const before = this.#deps.journal.signed(payment.payoutId);
    return before ? onlyNonce(before) : this.#problemOf(payment);
  }

  async #problemOf(payment: GuardedPayment): Promise<string | undefined> {
    const found = await this.#approvers();
    if ("problem" in found) return `No payout is signed: ${found.problem}`;
    const { limits, clock } = this.#deps;
    const now = clock();
    if (payment.amountFc > limits.largestFc) {
      return `It is larger than the worker's own limit of ${fcText(limits.largestFc)}`;
    }
    const people = await this.#peopleFor(payment, { ...found, now });
    const needed = payment.amountFc >= limits.twoPeopleFromFc ? 2 : 1;
    if (people.size < needed) {
      return people.size === 0
        ? "It waits for an approver's signature"
        : "It waits for the signature of a second person";
    }
    return (
      this.#addressProblem(payment.to, now) ??
      (await this.#waitingTime(payment, { people, approvers: found.people, now })) ??
      this.#dayProblem(payment, now)
    );
  }

  async claim(payment: GuardedPayment & { nonce: bigint }): Promise<string | undefined> {
    const { journal, clock } = this.#deps;
    const problem = await this.#problemOf(payment);
    if (problem !== undefined) return problem;
    const { payoutId, wallet, nonce, amountFc } = payment;
    const before = journal.signed(payoutId);
    if (!before) journal.sign(payoutId, { wallet, nonce, amountFc, at: clock() });
    else if (before.nonce !== nonce || before.wallet !== wallet) {
      return onlyNonce(before);
    }
    return undefined;
  }

  /** After a pause bytes that were signed before it need people who sign again, like a payment without any. */
  async sendRefusal(payment: GuardedPayment, signedAt: Date): Promise<string | undefined> {
    const { pause } = this.#deps.journal;
    return pause && new Date(pause.at) >= signedAt ? this.#problemOf(payment) : undefined;
  }

  /** Notices a changed file, and tells everybody whom the file names or named. */
  async #approvers() {
    const { approversFile, place, journal, clock } = this.#deps;
    if (!place) return { problem: "PUBLIC_URL is no place for passkeys" };
    const found = await readApprovers(approversFile);
    if ("problem" in found) return found;
    const before = journal.approvers;
    if (before?.digest !== found.digest) {
      const emails = [...new Set(found.people.map(({ email }) => email))];
      const told = [...new Set([...(before?.emails ?? []), ...emails])];
      const names = [...new Set(found.people.map(({ person }) => person))].join(", ");
      const isTold = await this.#tell(found.digest, told, {
        subject: "The approvers of payouts have changed",
        text: `The file of approvers on the worker's machine names from now on: ${names}. If nobody told you about this change, pause the hot wallet and call your administrator.`,
      });
      if (!isTold) return { problem: `the file of approvers has changed, and ${notTold}` };
      journal.changeApprovers(found.digest, emails, clock());
    }
    return { people: found.people, place };
  }

  async #peopleFor(
    payment: GuardedPayment,
    { people, place, now }: { people: readonly Approver[]; place: PasskeyPlace; now: Date },
  ): Promise<ReadonlySet<string>> {
    const ids = people.map(({ credentialId }) => credentialId);
    const approvals: StoredApproval[] = await this.#deps.db
      .selectFrom("payout_approvals")
      .innerJoin("payout_approval_entries as entry", "entry.approval_id", "payout_approvals.id")
      .select(["text", "credential_id as credentialId", "authenticator_data as authenticatorData"])
      .select(["client_data as clientData", "signature"])
      .where("entry.payout_key", "=", payment.payoutId)
      .where("credential_id", "in", ids)
      .orderBy("payout_approvals.id", "desc")
      .limit(mostLookedAt)
      .execute();
    const { pause } = this.#deps.journal;
    const signedAfter = pause && new Date(pause.at);
    return peopleFor(payment, approvals, { place, approvers: people, signedAfter, now });
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
    { people, approvers, now }: { people: ReadonlySet<string>; approvers: readonly Approver[]; now: Date },
  ): Promise<string | undefined> {
    const { journal, limits } = this.#deps;
    const key = `${payment.payoutId} ${payment.to.toLowerCase()} ${payment.units}`;
    if (!journal.toldAt(key)) {
      const from = after(now, limits.waitMinutes * minute);
      const isTold = await this.#tell(key, [...new Set(approvers.map(({ email }) => email))], {
        subject: `Payout of withdrawal ${payment.withdrawalId} was approved`,
        text: `${fcText(payment.amountFc)} will be sent to ${payment.to} from ${indiaTime(from)} on. Signed by: ${[...people].join(", ")}. If this is wrong, pause the hot wallet in the console now.`,
      });
      if (!isTold) return `It waits until the approvers are told: ${notTold}`;
      journal.tell(key, now);
    }
    const from = after(journal.toldAt(key) ?? now, limits.waitMinutes * minute);
    return from > now ? `The approvers were told, and it waits until ${indiaTime(from)}` : undefined;
  }

  /**
   * Whether everybody was reached. A mail server that fails keeps payments back, and never what only gives one up. It is
   * tried again after a minute, with those who are left.
   */
  async #tell(about: string, ...[to, message]: Parameters<GuardDeps["tell"]>): Promise<boolean> {
    const now = this.#deps.clock();
    const before = this.#untold.get(about);
    if (before && after(before.triedAt, minute) > now) return false;
    const left = await this.#deps.tell(before?.left ?? to, message);
    if (left.length === 0) this.#untold.delete(about);
    else this.#untold.set(about, { left, triedAt: now });
    return left.length === 0;
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

const notTold =
  "a mail to one of them was refused. Look whether the mail server takes mails, and at their addresses in the worker's file";

const onlyNonce = ({ nonce }: { nonce: bigint }) =>
  `It was signed with nonce ${nonce} before, and gets no other one`;

/** Of one payout: somebody who fills the table with signatures that are none only makes it wait. */
const mostLookedAt = 50;
