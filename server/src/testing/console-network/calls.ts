import { bookNames } from "@fc/contract/books/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { referenceOf } from "@fc/contract/receipts/reference";
import { reportNames } from "@fc/contract/reports/console";
import { sql } from "kysely";
import { accountSql, memberCodes } from "../../core/ledger/accounts.ts";
import type { Db } from "../../platform/db.ts";
import { accountOfMember, panOfMember } from "./identity.ts";

/** What the calls are about: a member in the middle of the network and the root, and a record of each kind. */
export interface Subjects {
  now: Date;
  memberId: number;
  refId: string;
  rootRefId: string;
  email: string;
  ip: string;
  device: string;
  coinAddress: string;
  stakingId: number;
  withdrawalId: number;
  transactionId: string;
  utr: string;
  supportId: number;
  supportReference: string;
  signalId: number;
  bulkMailId: number;
  entryId: string;
  credit: string;
}

export async function subjectsOf(db: Db, now: Date): Promise<Subjects> {
  const { rows } = await sql<Omit<Subjects, "now">>`
    with chosen as (
      select member_id as id, stakes.entry_id from stakes join bank_details using (member_id) join pan_records using (member_id)
        join coin_addresses using (member_id) join withdrawals using (member_id)
      where member_id >= (select max(id) / 2 from members) and ended_at is null and withdrawals.status = 'A'
      order by member_id limit 1
    )
    select member.id as "memberId", member.ref_id as "refId", member.email, entry_id::text as "entryId",
      (select ref_id from members order by id limit 1) as "rootRefId",
      (select ip from sessions where member_id = member.id limit 1) as ip,
      (select encode(browser, 'hex') from known_devices where member_id = member.id limit 1) as device,
      (select address from coin_addresses where member_id = member.id) as "coinAddress",
      (select id from staking_requests where status = 'P' order by id desc limit 1) as "stakingId",
      (select id from withdrawals where member_id = member.id and status = 'A' limit 1) as "withdrawalId",
      (select transaction_id from withdrawals where member_id = member.id and status = 'A' limit 1) as "transactionId",
      (select utr from staking_requests where utr is not null order by id desc limit 1) as utr,
      (select id::int from support_records order by id desc limit 1) as "supportId",
      (select reference from support_records order by id desc limit 1) as "supportReference",
      (select max(id) from bulk_mails) as "bulkMailId",
      (select id from signals order by id desc limit 1) as "signalId",
      (select entry_id || '-' || line from ledger_postings
       where credit_id = ${sql.raw(accountSql.ofMember("member.id", memberCodes.staking))} and credit_id > 16
       order by effective_at desc limit 1) as credit
    from chosen join members as member on member.id = chosen.id`.execute(db);
  return { ...rows[0]!, now };
}

/**
 * Every GET of the console by its path, each with the addresses that operators open: the first page, usual filters and
 * searches. A test compares the paths with the table of routes, so a new screen cannot be forgotten.
 */
export function consoleReads(subjects: Subjects): Record<string, readonly string[]> {
  const { now, refId, rootRefId, email, stakingId, withdrawalId, supportId, bulkMailId } = subjects;
  const today = indiaDayOf(now);
  const month = daysAfter(today, -31).slice(0, 7);
  const thisMonth = today.slice(0, 7);
  const days = `from=${daysAfter(today, -7)}&to=${today}`;
  const byMember = [`search=${refId}`, "search=asha", "search=zoya+verma", `search=${email}`];
  const queue = (...states: string[]) => ["", ...states.map((state) => `?status=${state}`), `?${days}`];
  const searched = byMember.map((search) => `?${search}`);
  const [year, quarter] = [Number(today.slice(0, 4)), 3];
  const reference = referenceOf("withdrawal", withdrawalId);
  return {
    "/console/session": [""],
    "/console/account": [""],
    "/console/account/approval-keys": [""],
    "/console/operators": [""],
    "/console/today": [""],
    "/console/queues": [""],
    "/console/release": [""],
    "/console/log": [
      "",
      ...searched,
      "?operatorId=2",
      "?action=kyc%2Fapprove",
      "?action=price%2Fset",
      `?operatorId=2&action=withdrawal%2Faccept&${days}`,
      `?${days}`,
      "?page=400",
    ],
    "/console/log/csv": [`?${days}`],
    "/console/find": [
      reference,
      subjects.transactionId,
      subjects.utr,
      subjects.supportReference,
      subjects.entryId,
      "nothing of this kind",
    ].map((text) => `?text=${encodeURIComponent(text)}`),
    "/console/receipts/:reference": [`/${reference}`],
    "/console/members": [
      "",
      ...searched,
      "?search=as",
      `?search=${7_000_000_000 + subjects.memberId}`,
      "?figures=yes&size=100",
      "?status=blocked",
      "?status=frozen",
      "?status=blocked&search=asha",
    ],
    "/console/members/csv": ["", "?figures=yes"],
    "/console/members/:refId": [`/${refId}`, `/${rootRefId}`],
    "/console/members/:refId/statement": [`/${refId}/statement`, `/${refId}/statement?wallet=earning`],
    "/console/members/:refId/statement/csv": [`/${refId}/statement/csv`],
    "/console/members/:refId/timeline": [
      `/${refId}/timeline`,
      `/${rootRefId}/timeline?size=100`,
      ...["money", "changes", "messages", "decisions"].map((kind) => `/${refId}/timeline?kind=${kind}`),
    ],
    "/console/members/:refId/history": [`/${refId}/history`, `/${rootRefId}/history`],
    "/console/members/:refId/credits/:transID": [`/${refId}/credits/${subjects.credit}`],
    "/console/members/:refId/signals": [`/${refId}/signals`],
    "/console/adjustments": [""],
    "/console/corrections": [""],
    "/console/proposals": [""],
    "/console/pauses": [""],
    "/console/arrival": [""],
    "/console/deposits": [
      "",
      "?match=waiting",
      "?match=matched&sort=amount",
      `?search=${subjects.coinAddress}`,
    ],
    "/console/deposits/csv": ["?match=waiting"],
    "/console/coinComparisons": [""],
    "/console/bankAccounts": [""],
    "/console/bankStatements": [""],
    "/console/bankStatements/:id/file": [],
    "/console/bankMatches": [""],
    "/console/bankLines": [
      "",
      "?match=unmatched",
      "?match=aside",
      "?sort=amount",
      `?search=${subjects.utr}`,
      `?${days}`,
    ],
    "/console/bankLines/csv": [`?${days}`],
    "/console/stakingRequests": [
      ...queue("P", "A", "R"),
      ...searched,
      "?status=A&sort=amount&order=desc",
      "?status=A&sort=respondedAt",
    ],
    "/console/stakingRequests/csv": ["?status=P", `?status=A&${days}`],
    "/console/stakingRequests/:id": [`/${stakingId}`],
    "/console/stakingRequests/:id/bankLines": [`/${stakingId}/bankLines`],
    "/console/withdrawals": [
      ...queue("P", "A", "R"),
      ...searched,
      "?status=A&sort=amount&order=desc",
      "?status=A&sort=respondedAt",
    ],
    "/console/withdrawals/csv": ["?status=P", `?status=A&${days}`],
    "/console/withdrawals/:id": [`/${withdrawalId}`],
    "/console/withdrawals/imports": [""],
    "/console/payouts": ["", "?state=waiting", "?state=paid&sort=settledAt", `?${days}`, ...searched],
    "/console/payouts/csv": ["", `?${days}`],
    "/console/payouts/:id": [],
    "/console/payout-batch": [""],
    "/console/payout-rules": [""],
    "/console/hot-wallet": [""],
    "/console/kyc": [...queue("submitted", "approved", "rejected", "renew"), ...searched],
    "/console/kyc/csv": [`?${days}`],
    "/console/signals": ["", "?state=fine", "?rule=same-pan", "?rule=registration-burst"],
    "/console/signals/csv": [""],
    "/console/signals/highest": [""],
    "/console/signals/:id": [`/${subjects.signalId}`],
    "/console/support": ["", "?filter=open", "?filter=overdue", "?filter=mine", ...searched],
    "/console/support/csv": ["?filter=open"],
    "/console/support/:id": [`/${supportId}`],
    "/console/faq": [""],
    "/console/cannedTexts": [""],
    "/console/documents": [""],
    "/console/notices": [""],
    "/console/notices/csv": [""],
    "/console/bulkMails": ["", "?state=done", "?search=new"],
    "/console/bulkMails/csv": [""],
    "/console/bulkMails/:id": [`/${bulkMailId}`],
    "/console/bulkMails/:id/results": [
      `/${bulkMailId}/results`,
      `/${bulkMailId}/results?result=failed`,
      `/${bulkMailId}/results?search=${refId}`,
    ],
    "/console/bulkMails/:id/results/csv": [`/${bulkMailId}/results/csv?result=failed`],
    "/console/prices": [""],
    "/console/prices/csv": [""],
    "/console/prices/curve": [""],
    "/console/settings": [""],
    "/console/settings/history": ["?setting=support.answerHours"],
    "/console/plan": [""],
    "/console/jobs": ["", "?state=failed", "?state=waiting", "?kind=mail", "?lane=mails"],
    "/console/jobs/csv": [""],
    "/console/jobs/counts": [""],
    "/console/closings": ["", "?sort=due&order=desc"],
    "/console/closings/csv": [""],
    "/console/closings/progress": [""],
    "/console/closings/dryRun": [""],
    "/console/ledger/accounts": [""],
    "/console/ledger/entries": ["", "?kind=ros", "?kind=withdrawal_accepted", `?search=${refId}`, `?${days}`],
    "/console/ledger/entries/csv": [`?kind=withdrawal_accepted&${days}`],
    "/console/ledger/entries/:id": [`/${subjects.credit.split("-")[0]}`],
    "/console/ledger/verifications": [""],
    "/console/ledger/fundings": [""],
    "/console/taxes/rules": [""],
    "/console/taxes/remittances": [""],
    // One member's PDF. Most members of the network have no tax in a given year.
    "/console/taxes/certificates/:refId/:year": [],
    "/console/taxes/quarters/:year/:quarter": [
      `/${year}/${quarter}`,
      `/${year}/${quarter}?sort=taxFc&order=desc`,
      ...byMember.slice(0, 3).map((search) => `/${year}/${quarter}?${search}`),
    ],
    "/console/taxes/quarters/:year/:quarter/csv": [`/${year}/${quarter}/csv`],
    "/console/books/:book": bookNames.flatMap((book) => [
      `/${book}?month=${month}`,
      `/${book}?month=${thisMonth}`,
      `/${book}?month=${month}&search=${refId}`,
    ]),
    "/console/books/:book/csv": bookNames.map((book) => `/${book}/csv?month=${month}`),
    "/console/monthEnd/zip": [`?month=${month}`],
    "/console/reports/:report": reportNames.flatMap((report) => [
      `/${report}`,
      `/${report}?from=${daysAfter(today, -365)}&to=${today}`,
    ]),
    "/console/reports/:report/csv": reportNames.map((report) => `/${report}/csv`),
  };
}

/** A path without what changes, under which the addresses of its reads are. */
export const stemOf = (path: string) => path.replace(/\/:.*$/, "");

/** Searches that are not GETs, because what is searched for must not be in an address. */
export function traceSearches({ memberId, coinAddress, device, ip }: Subjects) {
  return [
    { by: "pan", value: panOfMember(memberId) },
    { by: "account", value: accountOfMember(memberId) },
    { by: "coinAddress", value: coinAddress },
    { by: "device", value: device.slice(0, 8) },
    { by: "ip", value: ip },
    { by: "ip", value: ip.split(".").slice(0, 2).join(".") },
  ] as const;
}
