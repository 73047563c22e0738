import { type Fc, noFc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText } from "@fc/contract/amount-text";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import type { ParsedChange } from "@fc/contract/otp/changes";
import { referenceOf } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import * as contract from "@fc/contract/transfer/portal";
import type { WalletSettings } from "@fc/contract/wallet/portal";
import {
  moneyChange,
  type RulesReader,
  type CheckedRequest,
} from "../../core/guarded-changes/money-change.ts";
import { postedKeys, postMany } from "../../core/ledger/post.ts";
import { transfer } from "../../core/ledger/posting.ts";
import { balancesOfMembers } from "../../core/ledger/statement.ts";
import { activeMembersByRefId, type MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { tellTransferred } from "./telling.ts";

type TransferRequest = CheckedRequest<"transfer">;

interface TransferTerms {
  receiver: MemberContact;
  amountFc: Fc;
  /** To the house's own account. */
  isInternal: boolean;
}

/** From one member's transfer wallet to another's. Transfers that arrive at the same time share a transaction. */
export function transferChange(deps: Deps) {
  return moneyChange(deps, {
    purpose: "transfer",
    pausedBy: "transfers",
    keyName: "transfer",
    rules: transferTerms,
    // The receiver's name as the code's mail had it: another name by now may be another person.
    context: ({ receiver }) => ({ receiver: shortName(receiver.name) }),
    codeMail: (_change, { receiver, amountFc }) => ({
      action: { en: "Confirm your transfer", hi: "अपने ट्रांसफ़र की पुष्टि करें" },
      facts: [
        { label: "Amount", value: fcText(amountFc) },
        { label: "To", value: `${receiver.refId}, ${shortName(receiver.name)}` },
      ],
    }),
    event: ({ receiver, amountFc }) => ({
      kind: "transfer",
      detail: `${fcText(amountFc)} → ${receiver.refId}`,
    }),
    mail: (tx, allowed) =>
      tellTransferred(
        tx,
        allowed.map(({ request, terms }) => ({
          key: entryKeyOf(request),
          actor: request.actor,
          now: request.now,
          ...terms,
        })),
      ),
    post: async (tx, allowed) => {
      const entries = allowed.map(({ request, terms: { receiver, amountFc } }) =>
        transfer({
          key: entryKeyOf(request),
          effectiveAt: request.now,
          from: request.actor,
          to: { memberId: receiver.id, refId: receiver.refId },
          amountFc,
        }),
      );
      const ids = await postMany(tx, entries);
      return allowed.map(({ request }) => ({
        reference: referenceOf("transfer", sure(ids.get(entryKeyOf(request)))),
      }));
    },
    sameness: ({ receiver, amountFc }) => ({ to: receiver.refId, amountFc: String(amountFc) }),
    isBatched: true,
  });
}

function entryKeyOf({ actor, idempotencyKey }: { actor: MemberSession; idempotencyKey: string }): string {
  return `transfer/${actor.memberId}/${idempotencyKey}`;
}

/**
 * Balances are read without a lock: posting locks all wallets of a batch in id order, and their floor refuses. Locks
 * that were taken here, sender by sender, would make transfers that cross each other deadlock.
 */
async function transferTerms(
  { db }: RulesReader,
  requests: readonly TransferRequest[],
): Promise<(TransferTerms | AppError)[]> {
  const memberIds = requests.map(({ actor }) => actor.memberId);
  const toRefIds = requests.map(({ change }) => change.toRefId);
  const [{ transfer: limits }, balances, receivers, posted] = await Promise.all([
    walletSettingsOf(db),
    balancesOfMembers(db, { memberIds, account: "transfer" }),
    activeMembersByRefId(db, toRefIds),
    postedKeys(db, requests.flatMap(keyToPost)),
  ]);
  return requests.map((request) => {
    const { actor, change } = request;
    const amountFc = sure(fcFromWire(change.amount));
    const receiver = receivers.get(normaliseRefId(change.toRefId));
    const balanceFc = balances.get(actor.memberId) ?? noFc;
    const problem = refusalOf({ actor, change, amountFc, balanceFc: asFc(balanceFc), limits, receiver });
    if (problem) return new AppError(problem);
    // Keys are forgotten after a month, entries never: posting one again would fail the whole batch.
    if (keyToPost(request).some((key) => posted.has(key))) return new AppError("CONFLICT");
    return { receiver: sure(receiver), amountFc, isInternal: sure(receiver).refId === limits.receiverRefId };
  });
}

/** Before the code is sent there is no key yet. */
function keyToPost({ actor, idempotencyKey }: TransferRequest): string[] {
  return idempotencyKey === undefined ? [] : [entryKeyOf({ actor, idempotencyKey })];
}

interface TransferFacts {
  actor: MemberSession;
  change: ParsedChange<"transfer">;
  amountFc: Fc;
  balanceFc: Fc;
  limits: WalletSettings["transfer"];
  receiver: MemberContact | undefined;
}

function refusalOf({ actor, change, receiver, ...figures }: TransferFacts): ErrorCode | undefined {
  const { limits } = figures;
  // The sender is the session's member; another sender is answered as an unknown id is.
  if (normaliseRefId(change.fromRefId) !== actor.refId) return "NOT_FOUND";
  if (!limits.betweenMembers && limits.receiverRefId === null) return "TRANSFERS_CLOSED";
  const problem = contract.transferProblem({ ...change, ...figures });
  if (problem) return problem;
  if (!receiver) return "RECEIVER_UNKNOWN";
  if (!limits.betweenMembers && receiver.refId !== limits.receiverRefId) return "RECEIVER_FIXED";
  return undefined;
}
