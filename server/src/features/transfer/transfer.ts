import { fcText } from "@fc/contract/amount-text";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import * as contract from "@fc/contract/transfer/portal";
import type { WalletSettings } from "@fc/contract/wallet/portal";
import { claimKeys, releaseKeys } from "../../core/ledger/idempotency.ts";
import { postedKeys, postMany } from "../../core/ledger/post.ts";
import { transfer } from "../../core/ledger/posting.ts";
import { balancesOfMembers } from "../../core/ledger/statement.ts";
import { recordMemberEvent, type Client } from "../../core/members/changes.ts";
import { activeMemberByRefId, activeMembersByRefId, type MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { confirmed, otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtps } from "../../core/otp/otp.ts";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import { atomically, databaseErrorCode, giveUpWaitingAfter, lockNotAvailable } from "../../platform/db.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { Batcher, type Outcome } from "../../platform/batcher.ts";
import { mailTransferred } from "./mails.ts";

type Transfer = BodyOf<typeof contract.transferCoins>;

export function transferGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "transfer",
    route: contract.transferCoins,
    check: async ({ actor, change }) => {
      const [refused] = (await checkTransfers(db, [{ actor, body: change }])).refused.values();
      if (refused) throw refused;
    },
    context: async ({ change }) => contextOf(await activeMemberByRefId(db, change.toRefId)),
    describe: ({ amount, toRefId }, { receiver }) => ({
      action: "Confirm your transfer",
      facts: [
        { label: "Amount", value: fcText(fcFromWire(amount)!) },
        { label: "To", value: `${normaliseRefId(toRefId)}, ${receiver}` },
      ],
    }),
  });
}

/** Whom the code's mail named: another name by the time of the transfer is another receiver. */
function contextOf(receiver: MemberContact | undefined) {
  return { receiver: nameOf(receiver) };
}

export function nameOf(member: MemberContact | undefined): string {
  return member ? shortName(member.name) : "";
}

export interface Asked<Body> {
  actor: MemberSession;
  body: Body;
  idempotencyKey: string;
  client: Client;
  now: Date;
}

// A reference and not a number: what the caller is answered must be JSON.
export type Done = { readonly reference: string };

/** Large enough that all transfers sent at the same time share one commit. */
const maxBatch = 32;
/** How long a batch waits for a lock: longer than most transactions take, too short for a member to notice. */
const batchLockWaitMs = 200;

/** Makes transfers that arrive at the same time in one transaction. */
export function transferBatcher({ db, secretKey, log }: Deps): Batcher<Asked<Transfer>, Done> {
  return new Batcher((calls) => atomically(db, makeTransfers, { calls, secretKey }), {
    maxBatch,
    // One batch computes while the other one waits for its commit to reach the disk.
    concurrency: 2,
    // Whether the balance covers a member's second transfer is known only after the first one.
    keyOf: ({ actor }) => actor.memberId,
    retryAlone: (error) => {
      log.warn({ err: error }, "a batch of transfers failed");
      return isCausedByOneTransfer(error);
    },
  });
}

/** For example a balance that another transaction has spent meanwhile, or a locked wallet; not a lost connection. */
function isCausedByOneTransfer(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return error instanceof AppError || code === lockNotAvailable || code?.startsWith("23") === true;
}

interface Calls {
  /** Each of another member. */
  calls: readonly Asked<Transfer>[];
  secretKey: string;
}

async function makeTransfers(tx: Tx, { calls, secretKey }: Calls): Promise<Outcome<Done>[]> {
  // A transfer that must wait for a lock is retried alone, so it does not delay the others.
  if (calls.length > 1) await giveUpWaitingAfter(tx, batchLockWaitMs);
  const claims = await claimKeys(tx, calls.map(claimOf));
  const open = calls.filter((_, at) => claims[at] === "new");
  const { allowed, refused } = await checkTransfers(tx, open);
  await refuseWhatIsPosted(tx, { allowed, refused });
  const unposted = allowed.filter(({ call }) => !refused.has(call));
  const made = await confirmTransfers(tx, { allowed: unposted, refused, secretKey });
  await releaseKeys(tx, [...refused.keys()].map(claimOf));
  if (made.length > 0) await write(tx, made);
  return calls.map((call, at) => {
    const claim = claims[at]!;
    if (claim === "new") return refused.has(call) ? { refused: refused.get(call) } : { result: doneOf(call) };
    return "conflict" in claim ? { refused: claim.conflict } : { result: claim.before as Done };
  });
}

function claimOf({ actor: { memberId }, body, idempotencyKey: key, now }: Asked<Transfer>) {
  return { memberId, key, request: { transfer: body }, result: doneOf({ idempotencyKey: key }), now };
}

function doneOf({ idempotencyKey }: Pick<Asked<Transfer>, "idempotencyKey">): Done {
  return { reference: idempotencyKey };
}

interface Allowed<Call> {
  call: Call;
  receiver: MemberContact;
  amountFc: bigint;
  /** To the house's own account. */
  isInternal: boolean;
}

interface Checked<Call> {
  allowed: Allowed<Call>[];
  refused: Map<Call, AppError>;
}

/** Balances are read without a lock: posting locks all wallets, in id order, and their floor is what refuses. */
async function checkTransfers<Call extends Pick<Asked<Transfer>, "actor" | "body">>(
  db: Db,
  calls: readonly Call[],
): Promise<Checked<Call>> {
  const checked: Checked<Call> = { allowed: [], refused: new Map() };
  if (calls.length === 0) return checked;
  const { transfer: limits } = await walletSettingsOf(db);
  const memberIds = calls.map(({ actor }) => actor.memberId);
  const balances = await balancesOfMembers(db, { memberIds, account: "transfer" });
  const receivers = await activeMembersByRefId(
    db,
    calls.map(({ body }) => body.toRefId),
  );
  for (const call of calls) {
    const { actor, body } = call;
    const amountFc = fcFromWire(body.amount)!;
    const receiver = receivers.get(normaliseRefId(body.toRefId));
    const balanceFc = balances.get(actor.memberId) ?? 0n;
    const problem = transferProblem({ actor, body, amountFc, balanceFc, limits, receiver });
    if (problem) checked.refused.set(call, new AppError(problem));
    else {
      const isInternal = receiver!.refId === limits.receiverRefId;
      checked.allowed.push({ call, receiver: receiver!, amountFc, isInternal });
    }
  }
  return checked;
}

/** Keys are forgotten after a month, entries never: posting one again would refuse all of them. */
async function refuseWhatIsPosted(tx: Tx, { allowed, refused }: Checked<Asked<Transfer>>): Promise<void> {
  if (allowed.length === 0) return;
  const keys = allowed.map(({ call }) => entryKeyOf(call));
  const posted = await postedKeys(tx, keys);
  allowed.forEach(({ call }, at) => {
    if (posted.has(keys[at]!)) refused.set(call, new AppError("CONFLICT"));
  });
}

function entryKeyOf({ actor, idempotencyKey }: Pick<Asked<Transfer>, "actor" | "idempotencyKey">): string {
  return `transfer/${actor.memberId}/${idempotencyKey}`;
}

interface Check extends Pick<Asked<Transfer>, "actor" | "body"> {
  amountFc: bigint;
  balanceFc: bigint;
  limits: WalletSettings["transfer"];
  receiver: MemberContact | undefined;
}

function transferProblem({ actor, body, receiver, ...figures }: Check): ErrorCode | undefined {
  const { limits } = figures;
  // The actor is the session's; whoever names another sender is told what an unknown id is told.
  if (normaliseRefId(body.fromRefId) !== actor.refId) return "NOT_FOUND";
  if (!limits.betweenMembers && limits.receiverRefId === null) return "TRANSFERS_CLOSED";
  const problem = contract.transferProblem({ ...body, ...figures });
  if (problem) return problem;
  if (!receiver) return "RECEIVER_UNKNOWN";
  if (!limits.betweenMembers && receiver.refId !== limits.receiverRefId) return "RECEIVER_FIXED";
  return undefined;
}

/** Those whose codes were entered, and are spent herewith; the others are added to the refused. */
async function confirmTransfers(
  tx: Tx,
  { allowed, refused, secretKey }: Checked<Asked<Transfer>> & { secretKey: string },
): Promise<Allowed<Asked<Transfer>>[]> {
  if (allowed.length === 0) return [];
  const changes = allowed.map(({ call: { actor, body }, receiver }) => ({
    memberId: actor.memberId,
    sessionId: actor.sessionId,
    change: confirmed(body, contextOf(receiver)),
  }));
  const now = allowed.map(({ call }) => call.now).reduce((a, b) => (a > b ? a : b));
  const problems = await consumeOtps(tx, { purpose: "transfer", secretKey, now, changes });
  return allowed.filter(({ call }, at) => {
    const problem = problems[at];
    if (problem) refused.set(call, problem);
    return problem === undefined;
  });
}

async function write(tx: Tx, transfers: readonly Allowed<Asked<Transfer>>[]): Promise<void> {
  const events = transfers.map(({ call: { actor, client, now }, receiver, amountFc }) => {
    const detail = `${fcText(amountFc)} → ${receiver.refId}`;
    return { memberId: actor.memberId, kind: "transfer", detail, client, now } as const;
  });
  await recordMemberEvent(tx, ...events);
  await mailTransferred(
    tx,
    transfers.map(({ call: { actor, now }, ...made }) => ({ actor, now, ...made })),
  );
  const entries = transfers.map(({ call, receiver, amountFc }) =>
    transfer({
      key: entryKeyOf(call),
      effectiveAt: call.now,
      from: call.actor,
      to: { memberId: receiver.id, refId: receiver.refId },
      amountFc,
    }),
  );
  // Last, because it holds the wallets until the commit.
  await postMany(tx, entries);
}
