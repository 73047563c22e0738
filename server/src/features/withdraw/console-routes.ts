import * as contract from "@fc/contract/withdraw/console";
import { fcToWire } from "@fc/contract/money";
import type { OperatorRole } from "@fc/contract/operator-access";
import { cancelledLabel } from "@fc/contract/console-request-states";
import { logAction } from "../../core/operators/log.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { correctTransaction } from "./correct-transaction.ts";
import { rejectWithdrawal } from "./decisions.ts";
import { importPayments, newestImports } from "./imports.ts";
import { accept, checkPayments } from "./payments.ts";
import { checkNobodyElsePays, markAsBeingPaid, startPaying, stopPaying } from "./paying.ts";
import { payable, wholeWithdrawalQueue, withdrawalOf, withdrawalQueue } from "./console-queries.ts";
import { withoutUnproven } from "./unproven.ts";
import { clearedAmong, refuseSanctionedOf } from "./sanctioned.ts";
import { confirmWithdrawal, lockPaymentsOf } from "./second-operator.ts";

export function withdrawConsoleRoutes({ db, chain }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleWithdrawals, async ({ query, actor, operating }) => {
      const { data, ...page } = await withdrawalQueue(db, query, operating);
      return { ...page, data: data.map((row) => shownTo(actor, row)) };
    }),
    handle(contract.consoleWithdrawalsCsv, async ({ query, actor, operating }) => {
      const rows = await wholeWithdrawalQueue(db, query, operating);
      const file = csvFile(contract.withdrawalQueueColumns, rows, (row) => ({
        reference: row.reference,
        name: row.member.name,
        refId: row.member.refId,
        amount: row.amount,
        fee: row.fee,
        tax: row.tax,
        net: row.net,
        address: shownTo(actor, row).address,
        state: row.isCancelled ? cancelledLabel : contract.withdrawalQueueStates[row.status],
        requestedAt: csvTime(row.requestedAt),
        dueAt: csvTime(row.dueAt),
        respondedAt: row.respondedAt === null ? "" : csvTime(row.respondedAt),
        decidedBy: row.decidedBy ?? "",
        transactionId: row.transactionId ?? "",
        reason: row.reason ?? "",
      }));
      return fileOfState(file, "withdrawals", query.status && contract.withdrawalQueueStates[query.status]);
    }),
    handle(contract.paymentBatch, async ({ operating }) => {
      const cleared = await clearedAmong(chain, await payable(db, operating));
      const rows = await atomically(db, takeToPay, { operating, cleared });
      return csvFile(contract.paymentBatchColumns, rows, ({ reference, member, address, net }) => ({
        reference,
        refId: member.refId,
        name: member.name,
        address,
        coins: net,
        // What a deduction takes in whole is not paid, so there is nothing to fill in.
        transactionId: net === 0 ? contract.noTransaction : "",
      }));
    }),
    handle(contract.consoleWithdrawal, async ({ params, actor, operating }) => ({
      data: shownTo(actor, await withdrawalOf(db, { id: params.id, operating })),
    })),
    handle(contract.confirmWithdrawal, async ({ params, operating }) => {
      await atomically(db, confirmWithdrawal, { id: params.id, operating });
      return {};
    }),
    handle(contract.startPaying, async ({ params, body, operating }) => {
      await refuseSanctionedOf(db, chain, params.id);
      return { data: await atomically(db, startPaying, { id: params.id, ...body, operating }) };
    }),
    handle(contract.stopPaying, async ({ params, operating }) => {
      await atomically(db, stopPaying, { id: params.id, operating });
      return {};
    }),
    handle(contract.acceptWithdrawal, async ({ params, body, operating }) => {
      const { deductionFc, netFc } = await atomically(db, accept, { id: params.id, ...body, operating });
      return { data: { deductionFc: fcToWire(deductionFc), netFc: fcToWire(netFc) } };
    }),
    handle(contract.correctTransaction, async ({ params, body, operating }) => {
      await atomically(db, correctTransaction, { id: params.id, ...body, operating });
      return {};
    }),
    handle(contract.rejectWithdrawal, async ({ params, body, operating }) => {
      await atomically(db, reject, { id: params.id, ...body, operating });
      return {};
    }),
    handle(contract.checkPayments, async ({ body, operating }) => ({
      data: await checkPayments(db, { payments: body.payments, operating }),
    })),
    handle(contract.importPayments, async ({ body, operating }) => {
      return { data: await importPayments(db, { ...body, operating }) };
    }),
    handle(contract.paymentImports, async () => ({ data: await newestImports(db) })),
  ];
}

/** The file has only what is marked as being paid, so that nothing in it is taken back before it is paid. */
async function takeToPay(
  tx: Tx,
  { operating, cleared }: { operating: Operating; cleared: ReadonlySet<string> },
) {
  await lockPaymentsOf(tx, operating.operatorId);
  const listed = (await payable(tx, operating)).filter(({ address }) => cleared.has(address));
  const found = await withoutUnproven(tx, listed);
  const marked = await markAsBeingPaid(tx, { ids: found.map(({ id }) => id), operating });
  const rows = found.filter(({ id }) => marked.has(id));
  await logAction(tx, { ...operating, action: "withdrawal/export", details: { count: rows.length } });
  return rows;
}

/**
 * An address is KYC data: without Reveal, only operators who make the payments see it in full, and while it is pending
 * only the one who has marked it as being paid. An operator who can read it can pay it, whatever the page offers.
 */
function shownTo<Row extends contract.QueuedWithdrawal & { hasAddress: boolean }>(
  { role, operatorId }: { role: OperatorRole; operatorId: number },
  row: Row,
): Row {
  const mayPay = contract.acceptWithdrawal.access.operators.some((known) => known === role);
  const isShown = mayPay && (row.status !== "P" || row.payingBy?.id === operatorId);
  return isShown || !row.hasAddress ? row : { ...row, address: shortAddress(row.address) };
}

async function reject(
  tx: Tx,
  { id, reason, operating }: { id: number; reason: string; operating: Operating },
) {
  const { operatorId, now } = operating;
  await checkNobodyElsePays(tx, { id, operating });
  const { memberId } = await rejectWithdrawal(tx, { id, decidedBy: operatorId, reason, now });
  const details = { withdrawal: id, reason };
  await logAction(tx, { ...operating, action: "withdrawal/reject", memberId, details });
}
