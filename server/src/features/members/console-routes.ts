import { asFc } from "@fc/contract/units";
import * as contract from "@fc/contract/members/console";
import * as actions from "@fc/contract/members/console-actions";
import * as history from "@fc/contract/members/console-history";
import * as corrections from "@fc/contract/members/console-corrections";
import { messageText } from "@fc/contract/ledger/message";
import { fcFromWire } from "@fc/contract/money";
import { keysOf, recordOf } from "@fc/contract/sure";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { phoneText } from "../../core/members/phone.ts";
import { logAction } from "../../core/operators/log.ts";
import { reasonByTransID } from "../../core/plan/reason.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { followCursor } from "../../platform/paging.ts";
import { blockMember, freezeMember, resetAccess, unblockMember } from "./access.ts";
import { confirmAdjustment, proposeAdjustment, refuseAdjustment } from "./adjustments.ts";
import { confirmCorrection, proposeEmail, proposePan, refuseCorrection } from "./corrections.ts";
import { cancelDeduction, setDeduction } from "./deductions.ts";
import { memberHistory } from "./history.ts";
import { revealKyc } from "./kyc.ts";
import { openMemberView } from "./member-view.ts";
import { proposeProfile } from "./profile-correction.ts";
import { memberByRefId } from "../../core/members/members.ts";
import { memberPage } from "./page.ts";
import { adjustmentsOf, correctionsOf } from "./proposal-queries.ts";
import { memberSearch } from "./search.ts";
import { memberStatement, statementLines } from "./statement.ts";
import { memberTimeline } from "./timeline.ts";

export function memberConsoleRoutes(deps: Deps): BoundRoute[] {
  return [
    ...readingRoutes(deps),
    ...accessRoutes(deps),
    ...memberViewRoutes(deps),
    ...moneyRoutes(deps),
    ...correctionRoutes(deps),
  ];
}

function readingRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    reading(contract.consoleMembers, ({ reads, query }) => memberSearch(reads, query)),
    reading(contract.consoleMembersCsv, async ({ reads, query, operating }) => {
      const { search, status } = query;
      const details = { ...(search && { search }), ...(status && { status }) };
      await atomically(db, logAction, { ...operating, action: "members/export", details });
      const members = followCursor((cursor: string | undefined, size) =>
        memberSearch(reads, { ...query, cursor, size }),
      );
      return query.figures
        ? csvFile({ ...contract.memberColumns, ...contract.memberFigureColumns }, members, (found) => ({
            ...cellsOf(found),
            ...recordOf(keysOf(contract.memberFigureColumns), (name) => found.figures?.[name] ?? ""),
          }))
        : csvFile(contract.memberColumns, members, cellsOf);
    }),
    handle(contract.consoleMember, async ({ params, now }) => ({
      data: await memberPage(db, { refId: params.refId, now }),
    })),
    reading(contract.consoleMemberStatement, async ({ reads, params, query }) => {
      const { id } = await memberByRefId(reads, params.refId);
      return memberStatement(reads, id, query);
    }),
    reading(contract.consoleMemberStatementCsv, async ({ reads, params, query }) => {
      const { id } = await memberByRefId(reads, params.refId);
      const lines = followCursor((cursor: string | undefined, size) =>
        statementLines(reads, id, { ...query, cursor, size }),
      );
      const file = csvFile(contract.memberStatementColumns, lines, (line) => ({
        at: csvTime(line.at),
        wallet: walletKinds[line.wallet].label,
        message: messageText(line.message),
        amountFc: line.type === "C" ? line.amountFc : -line.amountFc,
        balanceAfterFc: line.balanceAfterFc,
        entry: line.id.split("-")[0] ?? "",
        reference: line.reference ?? "",
      }));
      return fileNamed(file, `wallets-${params.refId}.csv`);
    }),
    reading(contract.consoleMemberTimeline, async ({ reads, params, query }) =>
      memberTimeline(reads, await memberByRefId(reads, params.refId), query),
    ),
    reading(history.consoleMemberHistory, async ({ reads, params, now }) => {
      const member = await memberByRefId(reads, params.refId);
      return { data: await memberHistory(reads, member, now) };
    }),
    reading(history.consoleCreditReason, async ({ reads, params }) => {
      const { id } = await memberByRefId(reads, params.refId);
      return { data: await reasonByTransID(reads, id, params.transID) };
    }),
    handle(contract.revealKyc, async ({ params, body, operating }) => {
      const reveal = { operating, refId: params.refId, part: body.part, secretKey };
      return { data: await atomically(db, revealKyc, reveal) };
    }),
    handle(contract.openAdjustments, async () => ({ data: await adjustmentsOf(db, "open") })),
  ];
}

function cellsOf({ refId, name, email, phone, joinedAt, status }: contract.FoundMember) {
  return { refId, name, email, phone: phoneText(phone), joinedAt: csvTime(joinedAt), status };
}

function accessRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(actions.blockMember, async ({ params, body, operating }) => {
      await atomically(db, blockMember, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(actions.freezeMember, async ({ params, body, operating }) => {
      await atomically(db, freezeMember, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(actions.unblockMember, async ({ params, body, operating }) => {
      await atomically(db, unblockMember, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(actions.resetAccess, async ({ params, body, operating }) => {
      await atomically(db, resetAccess, { ...params, ...body, operating, publicUrl });
      return {};
    }),
  ];
}

function memberViewRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(actions.openMemberView, async ({ params, client, cookies, operating }) => {
      const input = { ...params, operating, userAgent: client.userAgent };
      const { token, cookie, expiresAt } = await atomically(db, openMemberView, input);
      cookies.set("fc_look", cookie);
      return { data: { token, expiresAt: expiresAt.toISOString() } };
    }),
  ];
}

function moneyRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(actions.setDeduction, async ({ params, body, idempotencyKey, operating }) => {
      const input = { ...params, ...body, amountFc: asFc(unitsOf(body.amountFc)), operating, idempotencyKey };
      return { data: await atomically(db, setDeduction, input) };
    }),
    handle(actions.cancelDeduction, async ({ params, body, operating }) => {
      await atomically(db, cancelDeduction, { ...params, ...body, operating });
      return {};
    }),
    handle(actions.proposeAdjustment, async ({ params, body, idempotencyKey, operating }) => {
      const input = { ...params, ...body, amountFc: asFc(unitsOf(body.amountFc)), operating, idempotencyKey };
      return { data: await atomically(db, proposeAdjustment, input) };
    }),
    handle(actions.confirmAdjustment, async ({ params, operating }) => {
      await atomically(db, confirmAdjustment, { ...params, operating });
      return {};
    }),
    handle(actions.refuseAdjustment, async ({ params, body, operating }) => {
      await atomically(db, refuseAdjustment, { ...params, ...body, operating });
      return {};
    }),
  ];
}

function correctionRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(corrections.openCorrections, async () => ({ data: await correctionsOf(db, "open") })),
    handle(corrections.proposeEmail, async ({ params, body, idempotencyKey, operating }) => {
      const input = { ...params, ...body, operating, idempotencyKey, publicUrl };
      return { data: await atomically(db, proposeEmail, input) };
    }),
    handle(corrections.proposePan, async ({ params, body, idempotencyKey, operating }) => {
      const input = { ...params, ...body, operating, idempotencyKey, secretKey };
      return { data: await atomically(db, proposePan, input) };
    }),
    handle(corrections.proposeProfile, async ({ params, body, idempotencyKey, operating }) => {
      const input = { ...params, ...body, operating, idempotencyKey };
      return { data: await atomically(db, proposeProfile, input) };
    }),
    handle(corrections.confirmCorrection, async ({ params, operating }) => {
      await atomically(db, confirmCorrection, { ...params, operating, secretKey });
      return {};
    }),
    handle(corrections.refuseCorrection, async ({ params, body, operating }) => {
      await atomically(db, refuseCorrection, { ...params, ...body, operating });
      return {};
    }),
  ];
}

/** The schema has already refused everything that is not an amount. */
function unitsOf(coins: number): bigint {
  return fcFromWire(coins) ?? 0n;
}
