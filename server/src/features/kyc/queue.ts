import { AppError } from "@fc/contract/errors";
import type { consoleKycCases, OpenedKycCase, QueuedKycCase } from "@fc/contract/kyc/console";
import { kycCasePartNames, type KycCasePart, type KycStateName } from "@fc/contract/kyc/states";
import { momentsOf } from "@fc/contract/period";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { bankRecord, panRecord } from "../../core/kyc/records.ts";
import { noteReveal, revealedTo } from "../../core/kyc/reveals.ts";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";
import type { SecretKey } from "../../platform/secrets.ts";

type QueueFilter = QueryOf<typeof consoleKycCases>;

/** What waits longest comes first; of what is decided, the newest. */
function orderOf({ status, order = status === "submitted" ? "asc" : "desc" }: QueueFilter) {
  return { column: "case.submitted_at", order } as const;
}

export async function kycQueue(db: Db, query: QueueFilter) {
  const { hours } = await businessSetting(db, "kyc");
  const search = await searchMembers(db, query.search);
  const found = matching(db, query, search);
  return readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), orderOf(query)),
    matching: found,
    show: (row) => toQueued(row, hours),
    mostCounted: search?.mostCounted,
  });
}

/** All of the queue for its file, as the screen shows it. */
export async function wholeKycQueue(db: Db, query: QueueFilter) {
  const { hours } = await businessSetting(db, "kyc");
  const search = await searchMembers(db, query.search);
  return followRows({
    rows: withDetails(matching(db, query, search)),
    by: orderOf(query),
    show: (row) => toQueued(row, hours),
  });
}

function matching(db: Db, query: Pick<QueueFilter, "status" | "from" | "to">, search?: MemberSearch) {
  const { from, to } = momentsOf(query);
  let found = db.selectFrom("kyc_cases as case");
  if (query.status) found = found.where("case.state", "=", query.status);
  if (from) found = found.where("case.submitted_at", ">=", from);
  if (to) found = found.where("case.submitted_at", "<", to);
  if (search) found = found.where(search.matches("case.member_id"));
  return found;
}

function withDetails(cases: ReturnType<typeof matching>) {
  return cases
    .innerJoin("members as member", "member.id", "case.member_id")
    .leftJoin("operators as operator", "operator.id", "case.decided_by")
    .select(["case.id", "case.part", "case.state", "case.version", "case.submitted_at", "case.decided_at"])
    .select(["case.reason", "operator.name as decided_by"])
    .select([
      "member.id as member_id",
      "member.ref_id",
      "member.name",
      sql<string>`member.dob::text`.as("dob"),
    ]);
}

type CaseRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

function toQueued(row: CaseRow, hours: number): QueuedKycCase {
  return {
    id: row.id,
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    part: row.part,
    state: row.state,
    version: row.version,
    submittedAt: row.submitted_at.toISOString(),
    dueAt: after(row.submitted_at, hours * hour).toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
  };
}

interface CaseToOpen {
  operating: Operating;
  id: number;
  secretKey: SecretKey;
}

/**
 * One case with everything that its member gave, because the two parts are compared with each other. What is shown is
 * recorded as revealed; once for the hour in which an operator works on it, since the page reads it again.
 */
export async function openCase(tx: Tx, { operating, id, secretKey }: CaseToOpen): Promise<OpenedKycCase> {
  const row = await withDetails(matching(tx, {})).where("case.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const { member_id: memberId, name, dob } = row;
  const { hours } = await businessSetting(tx, "kyc");
  const cases = await tx
    .selectFrom("kyc_cases")
    .select(["part", "state", "submitted_at"])
    .where("member_id", "=", memberId)
    .execute();
  const shown = await shownOf(tx, { memberId, secretKey, now: operating.now });
  for (const part of kycCasePartNames) {
    const since = cases.find((each) => each.part === part)?.submitted_at;
    if (!shown[part] || !since) continue;
    const revealed = await revealedTo(tx, { operating, memberId, since });
    if (!revealed.has(part)) await noteReveal(tx, { operating, memberId, part });
  }
  const states: Partial<Record<KycCasePart, KycStateName>> = Object.fromEntries(
    cases.map(({ part, state }) => [part, state]),
  );
  return { ...toQueued(row, hours), profile: { name, dob }, shown, states };
}

async function shownOf(
  db: Db,
  subject: { memberId: number; secretKey: SecretKey; now: Date },
): Promise<OpenedKycCase["shown"]> {
  const addressOf = (uploadId: string) => signedAddress(subject.secretKey, uploadId, subject.now).url;
  const [bank, pan] = [await bankRecord(db, subject), await panRecord(db, subject)];
  return {
    ...(bank && { bank: { ...bank, proofUrl: bank.uploadId === null ? null : addressOf(bank.uploadId) } }),
    ...(pan && { pan: { ...pan, proofUrl: addressOf(pan.uploadId), proposed: null } }),
  };
}
