import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import type { ParsedChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { PauseName } from "@fc/contract/pauses/kinds";
import type { MemberEventKind } from "@fc/contract/security/portal";
import { Batcher, type Outcome } from "../../platform/batcher.ts";
import {
  atomically,
  databaseErrorCode,
  keepShort,
  lockNotAvailable,
  type Db,
  type Tx,
} from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { sha256, type SecretKey } from "../../platform/secrets.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import type { MemberAccount } from "../ledger/accounts.ts";
import {
  claimKeys,
  earlierChanges,
  keepResults,
  releaseKeys,
  type EarlierChange,
  type JsonObject,
} from "../ledger/idempotency.ts";
import { lockBalances } from "../ledger/post.ts";
import { balancesOf } from "../ledger/statement.ts";
import { recordMemberEvent } from "../members/changes.ts";
import { heldPauseRefusal, refusePaused } from "../pauses/pauses.ts";
import { holdClosings, isClosing } from "../plan/calendar.ts";
import { canonical } from "../otp/canonical.ts";
import { consumeOtps } from "../otp/otp.ts";
import {
  confirmedBy,
  guardedChange,
  type ChangeRequest,
  type CodeMail,
  type ConfirmedContext,
  type GuardedChange,
} from "./guarded-change.ts";

/** The purposes of changes that move money, or will once an operator has decided. */
export type MoneyPurpose = Extract<
  OtpPurpose,
  "staking" | "staking-topup" | "stake-undo" | "withdraw" | "internal-transfer" | "transfer"
>;

/** A request to move money: the same key never moves it twice. */
interface MoneyRequest<Purpose extends MoneyPurpose> extends ChangeRequest<Purpose> {
  idempotencyKey: string;
}

/** What the rules check: before a code is sent there is no key yet. */
export interface CheckedRequest<Purpose extends MoneyPurpose> {
  actor: MemberSession;
  change: ParsedChange<Purpose>;
  now: Date;
  idempotencyKey?: string;
}

/** Where the rules read. */
export interface RulesReader {
  db: Db;
  /** A member's balances; locked until the commit where the money is about to move. */
  balances: <Name extends MemberAccount>(
    memberId: number,
    accounts: readonly Name[],
  ) => Promise<Readonly<Record<Name, Fc>>>;
  /**
   * Locks a member until the commit, where the money is about to move. A change that needs this lock takes it here and
   * not later, because a code that is sent locks first the member and then the earlier code: the other way round, the
   * two could wait for each other.
   */
  lockMember: (memberId: number) => Promise<void>;
  /** Keeps closings from their next step until the commit, where the money is about to move. False while one runs. */
  holdClosings: () => Promise<boolean>;
}

/** What is kept of a change with its key: at least the reference of its receipt. */
export type MoneyResult = JsonObject & { readonly reference: string };

/** A request that the rules allow, with the terms that they found. */
export interface AllowedChange<Purpose extends MoneyPurpose, Terms> {
  request: MoneyRequest<Purpose>;
  terms: Terms;
}

/**
 * A change that moves money, declared step by step. All of them take the same steps in the same order: the key is
 * claimed, the rules are checked and lock what they read, and the code is spent. Then event, mail and postings are sent
 * together, and the first of them that fails undoes all. After the postings, the same change made shortly before is
 * refused, unless the request says that it repeats it.
 */
export interface MoneyDeclaration<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult> {
  purpose: Purpose;
  /** What stops it while operators have paused it; null for what members may always do. */
  pausedBy: PauseName | null;
  /** Says which call a key was used for; part of what is kept of it. */
  keyName: string;
  /** For each request its terms, or why it is refused. The same before the code is sent and before the money moves. */
  rules: (
    reader: RulesReader,
    requests: readonly CheckedRequest<Purpose>[],
  ) => Promise<readonly (Terms | AppError)[]>;
  /** What the code confirms beside the change. */
  context?: (terms: Terms) => ConfirmedContext;
  codeMail: (change: ParsedChange<Purpose>, terms: Terms) => CodeMail;
  /** For the member's Security page. */
  event?: (terms: Terms) => { kind: MemberEventKind; detail: string };
  mail?: (tx: Tx, allowed: readonly AllowedChange<Purpose, Terms>[]) => Promise<void>;
  /** Moves the money; returns one result per change, in their order. */
  post: (tx: Tx, allowed: readonly AllowedChange<Purpose, Terms>[]) => Promise<readonly Result[]>;
  /** What is equal for two changes that do the same: amount, and receiver or address. */
  sameness: (terms: Terms) => Readonly<Record<string, string>>;
  /** Whether an earlier change was rejected or taken back: the same one may then be made without a question. */
  isUndone?: (db: Db, result: Result) => Promise<boolean>;
  /** Requests that arrive together share a transaction; `rules`, `mail` and `post` must then accept several requests. */
  isBatched?: true;
}

/** Large enough that all requests sent at the same time share one commit. */
const maxBatch = 32;
/** About a second of work. The answer to one more is that the service is busy. */
const maxWaiting = 1000;
/** How long a batch waits for a lock: longer than most transactions take, too short for a member to notice. */
const batchLockWaitMs = 100;

export type MoneyDeps = Pick<Deps, "db" | "secretKey" | "log">;

export function moneyChange<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult>(
  deps: MoneyDeps,
  declaration: MoneyDeclaration<Purpose, Terms, Result>,
): GuardedChange<MoneyRequest<Purpose>, Result> {
  const { db, secretKey, log } = deps;
  const { purpose, rules, context, codeMail, isBatched } = declaration;
  const makeTogether = (
    requests: readonly MoneyRequest<Purpose>[],
    isRetry: boolean,
    startNext: () => void,
  ) => {
    const batch = { declaration, requests, waitsForLocks: isRetry || !isBatched, secretKey, startNext };
    return atomically(db, makeAll<Purpose, Terms, Result>, batch);
  };
  const batcher = new Batcher(makeTogether, {
    name: purpose,
    maxBatch: isBatched ? maxBatch : 1,
    maxWaiting,
    // Large batches cost less for each request than two smaller ones at the same time, which wait for each other's
    // wallets. The next one begins when this one waits for its commit to reach the disk.
    concurrency: isBatched ? 1 : Infinity,
    // Whether the balance covers a member's second request is known only after the first one.
    ...(isBatched && { keyOf: ({ actor }: MoneyRequest<Purpose>) => actor.memberId }),
    retryAlone: (error, count) => {
      // Alone, it would fail in the same way, except that it then waits for a lock as long as it takes.
      if (count === 1) return isBatched === true && databaseErrorCode(error) === lockNotAvailable;
      log.warn({ err: error, purpose }, "a batch of changes failed");
      return isCausedByOneRequest(error);
    },
  });
  return guardedChange<Purpose, Result, MoneyRequest<Purpose>>(deps, {
    purpose,
    check: async (request) => {
      if (declaration.pausedBy) await refusePaused(db, { what: declaration.pausedBy, now: request.now });
      const [termsOrRefusal] = await rules(withoutLocks(db), [request]);
      const terms = termsOf(sure(termsOrRefusal));
      const earlier = await earlierChanges<Result>(db, repeatable(declaration, { request, terms }));
      await refuseRepeated(db, { declaration, request, earlier });
      return { ...codeMail(request.change, terms), context: context?.(terms) ?? {} };
    },
    perform: (request) => batcher.submit(request),
  });
}

/** Rules that read for one request at a time, for changes that are not batched. */
export function oneByOne<Purpose extends MoneyPurpose, Terms>(
  rule: (reader: RulesReader, request: CheckedRequest<Purpose>) => Promise<Terms>,
): MoneyDeclaration<Purpose, Terms, MoneyResult>["rules"] {
  return async (reader, requests) => {
    const termsOrRefusals: (Terms | AppError)[] = [];
    for (const request of requests) termsOrRefusals.push(await orRefusal(rule(reader, request)));
    return termsOrRefusals;
  };
}

async function orRefusal<Terms>(terms: Promise<Terms>): Promise<Terms | AppError> {
  try {
    return await terms;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function termsOf<Terms>(termsOrRefusal: Terms | AppError): Terms {
  if (termsOrRefusal instanceof AppError) throw termsOrRefusal;
  return termsOrRefusal;
}

/** For a code that is sent: nothing is moved yet. */
function withoutLocks(db: Db): RulesReader {
  return {
    db,
    balances: (memberId) => balancesOf(db, memberId),
    lockMember: async () => {},
    holdClosings: async () => !(await isClosing(db)),
  };
}

function withLocks(tx: Tx): RulesReader {
  return {
    db: tx,
    balances: (memberId, accounts) => lockBalances(tx, { memberId, accounts }),
    lockMember: async (memberId) => {
      await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
    },
    holdClosings: () => holdClosings(tx),
  };
}

/** For example a balance that another transaction has spent meanwhile, or a locked wallet; not a lost connection. */
function isCausedByOneRequest(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return error instanceof AppError || code === lockNotAvailable || code?.startsWith("23") === true;
}

interface Batch<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult> {
  declaration: MoneyDeclaration<Purpose, Terms, Result>;
  /** Each of another member. */
  requests: readonly MoneyRequest<Purpose>[];
  /** Whether it may wait for a lock, because nobody waits for it. */
  waitsForLocks: boolean;
  secretKey: SecretKey;
  /** Called when nothing but the commit is left. */
  startNext: () => void;
}

async function makeAll<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult>(
  tx: Tx,
  { declaration, requests, waitsForLocks, secretKey, startNext }: Batch<Purpose, Terms, Result>,
): Promise<Outcome<Result>[]> {
  const keys = requests.map((request) => ({
    ...keyOf(request),
    request: { [declaration.keyName]: request.change },
    now: request.now,
  }));
  const { pausedBy } = declaration;
  const [, pausal, claims, termsOrRefusals] = await Promise.all([
    // A request that must wait for a lock is retried alone, so it delays neither its batch nor the next one.
    waitsForLocks ? undefined : keepShort(tx, { lockWaitMs: batchLockWaitMs }),
    // Before the keys: one who has a key must not wait for a pause that waits for another one with the same key.
    pausedBy && heldPauseRefusal(tx, { what: pausedBy, now: latest(requests) }),
    // The key is known before the code is spent: a retry gets the first answer and not "valid OTP".
    claimKeys<Result>(tx, keys),
    // Read in the same round trip, after the keys. What is found for a retry is not used.
    declaration.rules(withLocks(tx), requests),
  ]);
  const outcomes = new Map<MoneyRequest<Purpose>, Outcome<Result>>();
  const refuse = (request: MoneyRequest<Purpose>, refused: AppError) =>
    void outcomes.set(request, { refused });
  const allowed: AllowedChange<Purpose, Terms>[] = [];
  requests.forEach((request, at) => {
    if (claims[at] !== "new") return;
    // The code is not spent, so it still counts if the pause ends before the code does.
    const termsOrRefusal = pausal ?? sure(termsOrRefusals[at]);
    if (termsOrRefusal instanceof AppError) refuse(request, termsOrRefusal);
    else allowed.push({ request, terms: termsOrRefusal });
  });

  const problems = await spendCodes(tx, { declaration, allowed, secretKey });
  const confirmed = allowed.filter(({ request }, at) => {
    const problem = problems[at];
    if (problem) refuse(request, problem);
    return problem === undefined;
  });
  await releaseKeys(tx, [...outcomes.keys()].map(keyOf));

  const results = confirmed.length === 0 ? [] : await write(tx, declaration, confirmed);
  confirmed.forEach(({ request }, at) => outcomes.set(request, { result: sure(results[at]) }));
  startNext();
  return requests.map((request, at) => {
    const claim = sure(claims[at]);
    if (claim === "new") return sure(outcomes.get(request));
    return "conflict" in claim ? { refused: claim.conflict } : { result: claim.before };
  });
}

function keyOf({ actor, idempotencyKey: key }: Pick<MoneyRequest<MoneyPurpose>, "actor" | "idempotencyKey">) {
  return { memberId: actor.memberId, key };
}

/** By what the same change of the same member is found. */
function repeatable<Purpose extends MoneyPurpose, Terms>(
  { keyName, sameness }: Pick<MoneyDeclaration<Purpose, Terms, MoneyResult>, "keyName" | "sameness">,
  { request, terms }: { request: CheckedRequest<Purpose>; terms: Terms },
) {
  const changeHash = sha256(canonical({ [keyName]: sameness(terms) }));
  return { memberId: request.actor.memberId, changeHash, now: request.now };
}

/** Refuses a change that was made shortly before, unless the request names the newest of those as the one it repeats. */
async function refuseRepeated<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult>(
  db: Db,
  input: {
    declaration: Pick<MoneyDeclaration<Purpose, Terms, Result>, "isUndone">;
    request: CheckedRequest<Purpose>;
    /** The newest first. */
    earlier: readonly EarlierChange<Result>[];
  },
): Promise<void> {
  const { declaration, request, earlier } = input;
  for (const { at, result } of earlier) {
    const { reference } = result;
    if (await declaration.isUndone?.(db, result)) continue;
    if (reference === request.change.repeats) return;
    throw new AppError("DONE_BEFORE", { earlier: { at: at.toISOString(), reference } });
  }
}

function latest(requests: readonly { now: Date }[]): Date {
  return requests.map(({ now }) => now).reduce((a, b) => (a > b ? a : b));
}

/** Of each change why its code does not count, or undefined where it did and is spent now. */
async function spendCodes<Purpose extends MoneyPurpose, Terms>(
  tx: Tx,
  input: {
    declaration: Pick<MoneyDeclaration<Purpose, Terms, MoneyResult>, "purpose" | "context">;
    allowed: readonly AllowedChange<Purpose, Terms>[];
    secretKey: SecretKey;
  },
): Promise<(AppError | undefined)[]> {
  const { declaration, allowed, secretKey } = input;
  if (allowed.length === 0) return [];
  const { purpose, context } = declaration;
  const changes = allowed.map(({ request: { actor, change }, terms }) => ({
    memberId: actor.memberId,
    sessionId: actor.sessionId,
    change: confirmedBy(change, context?.(terms)),
  }));
  const now = latest(allowed.map(({ request }) => request));
  return consumeOtps(tx, { purpose, secretKey, now, changes });
}

async function write<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult>(
  tx: Tx,
  declaration: MoneyDeclaration<Purpose, Terms, Result>,
  confirmed: readonly AllowedChange<Purpose, Terms>[],
): Promise<readonly Result[]> {
  const { event, mail } = declaration;
  const recordEvents = (of: NonNullable<typeof event>) => {
    const events = confirmed.map(({ request: { actor, client, now }, terms }) => {
      return { ...of(terms), memberId: actor.memberId, client, now };
    });
    return recordMemberEvent(tx, ...events);
  };
  const [, , results] = await Promise.all([
    event && recordEvents(event),
    mail?.(tx, confirmed),
    postOnce(tx, declaration, confirmed),
  ]);
  return results;
}

/** Posts, keeps the results, and refuses what was done shortly before. */
async function postOnce<Purpose extends MoneyPurpose, Terms, Result extends MoneyResult>(
  tx: Tx,
  declaration: MoneyDeclaration<Purpose, Terms, Result>,
  confirmed: readonly AllowedChange<Purpose, Terms>[],
): Promise<readonly Result[]> {
  const results = await declaration.post(tx, confirmed);
  const earlier = await keepResults(
    tx,
    confirmed.map((change, at) => ({
      ...keyOf(change.request),
      ...repeatable(declaration, change),
      result: sure(results[at]),
    })),
  );
  // A refusal rolls all of it back; the other requests of a batch are then retried alone.
  for (const { request } of earlier.length === 0 ? [] : confirmed) {
    const own = earlier.filter(({ memberId }) => memberId === request.actor.memberId);
    await refuseRepeated(tx, { declaration, request, earlier: own });
  }
  return results;
}
