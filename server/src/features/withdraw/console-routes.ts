import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/withdraw/console";
import { fcFromWire, fcToWire } from "@fc/contract/money";
import type { OperatorRole } from "@fc/contract/operator-access";
import { logAction } from "../../core/operators/log.ts";
import { csvFile } from "../../platform/csv.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { indiaTime } from "../../platform/format.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { acceptWithdrawal, rejectWithdrawal } from "./decisions.ts";
import { payable, withdrawalOf, withdrawalQueue } from "./console-queries.ts";
import { checkSecondOperator, confirmWithdrawal } from "./second-operator.ts";

export function withdrawConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleWithdrawals, async ({ query, actor }) => {
      const { data, total } = await withdrawalQueue(db, query);
      return { data: data.map((row) => shownTo(actor.role, row)), total };
    }),
    handle(contract.paymentBatch, async ({ now, operating }) => {
      const rows = await payable(db, now);
      await atomically(db, logAction, {
        ...operating,
        action: "withdrawal/export",
        details: { count: rows.length },
      });
      return csvFile(contract.paymentBatchColumns, rows, ({ id, member, address, net }) => ({
        id,
        refId: member.refId,
        name: member.name,
        address,
        coins: net,
        transactionId: "",
      }));
    }),
    handle(contract.consoleWithdrawal, async ({ params, actor, now }) => ({
      data: shownTo(actor.role, await withdrawalOf(db, { id: params.id, now })),
    })),
    handle(contract.confirmWithdrawal, async ({ params, operating }) => {
      await atomically(db, confirmWithdrawal, { id: params.id, operating });
      return {};
    }),
    handle(contract.acceptWithdrawal, async ({ params, body, operating }) => {
      const { deductionFc, netFc } = await atomically(db, accept, { id: params.id, ...body, operating });
      return { data: { deductionFc: fcToWire(deductionFc), netFc: fcToWire(netFc) } };
    }),
    handle(contract.rejectWithdrawal, async ({ params, body, operating }) => {
      await atomically(db, reject, { id: params.id, ...body, operating });
      return {};
    }),
    handle(contract.importPayments, async ({ body, operating }) => {
      const data = [];
      for (const payment of body.payments) {
        data.push({ id: payment.id, problem: await problemOf(db, { ...payment, operating }) });
      }
      return { data };
    }),
  ];
}

/** An address is KYC data: without Reveal, only operators who make the payments see it in full. */
function shownTo<Row extends { address: string; hasAddress: boolean }>(role: OperatorRole, row: Row): Row {
  const pays = contract.acceptWithdrawal.access.operators.some((known) => known === role);
  return pays || !row.hasAddress
    ? row
    : { ...row, address: `${row.address.slice(0, 8)}…${row.address.slice(-6)}` };
}

interface Paid {
  id: number;
  transactionId: string;
  net: number;
  operating: Operating;
}

async function accept(tx: Tx, { id, transactionId, net, operating }: Paid) {
  const { operatorId, now } = operating;
  await checkSecondOperator(tx, { id, operatorId });
  const accepted = await acceptWithdrawal(tx, {
    id,
    decidedBy: operatorId,
    transactionId,
    // The schema has refused what is no amount.
    sentFc: fcFromWire(net) ?? 0n,
    now,
  });
  const { memberId } = accepted;
  const details = { withdrawal: id, transaction: transactionId };
  await logAction(tx, { ...operating, action: "withdrawal/accept", memberId, details });
  return accepted;
}

async function reject(
  tx: Tx,
  { id, reason, operating }: { id: number; reason: string; operating: Operating },
) {
  const { operatorId, now } = operating;
  const { memberId } = await rejectWithdrawal(tx, { id, decidedBy: operatorId, reason, now });
  const details = { withdrawal: id, reason };
  await logAction(tx, { ...operating, action: "withdrawal/reject", memberId, details });
}

/** Each line of a file by itself: one that is wrong does not keep the others from being marked as paid. */
async function problemOf(db: Db, paid: Paid): Promise<string | null> {
  try {
    await atomically(db, accept, paid);
    return null;
  } catch (error) {
    if (error instanceof AppError) return wordsOf(error);
    throw error;
  }
}

/** Who was first and when, or what is due instead. */
function wordsOf({ message, details }: AppError): string {
  const { by, at, now } = details.fields ?? {};
  const more = [by, at && indiaTime(new Date(at)), now].filter((part) => part !== undefined);
  return more.length === 0 ? message : `${message}: ${more.join(", ")}`;
}
