import { asFc } from "@fc/contract/units";
import { memberPageRows, type MemberPage } from "@fc/contract/members/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { byWallet } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { kycCasesOf } from "../../core/kyc/cases.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { panSince } from "../../core/members/pan-records.ts";
import { legsOf } from "../../core/network/legs.ts";
import type { Figures } from "../../core/network/types.ts";
import { authenticatorOf } from "../../core/totp/authenticator.ts";
import { addressProofOf } from "../../core/wallet/address-proof.ts";
import { owedBy } from "../../core/wallet/deductions.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import type { Db } from "../../platform/db.ts";
import { bounceOf } from "../../platform/mail/bounces.ts";
import { memberByRefId } from "../../core/members/members.ts";
import { acceptancesOf, closureOf } from "./leaving.ts";
import { adjustmentsOf, correctionsOf } from "./proposal-queries.ts";
import { changesOf, deductionsOf, lastAct, logOf, sessionsOf, stakesOf, supportOf } from "./records.ts";

/** Everything on a member's page, without KYC data. */
export async function memberPage(db: Db, { refId, now }: { refId: string; now: Date }): Promise<MemberPage> {
  const member = await memberByRefId(db, refId);
  const memberId = member.id;
  const limit = memberPageRows;
  const { holdHours } = await businessSetting(db, "withdrawal");
  const bounce = await bounceOf(db, member.email);
  const [profile, kyc, authenticator, reset, { waitingTime }, network, balances, owedFc] = await Promise.all([
    profileOf(db, memberId),
    kycStateOf(db, memberId),
    authenticatorOf(db, { kind: "member", id: memberId }),
    lastAct(db, memberId, "member/reset-access"),
    destinationOf(db, { memberId, now }),
    networkOf(db, memberId),
    balancesOf(db, memberId),
    owedBy(db, memberId),
  ]);
  const [cases, proof] = [await kycCasesOf(db, memberId), await addressProofOf(db, memberId)];
  const [deductions, adjustments, corrections, stakes, sessions, support, changes, log] = await Promise.all([
    deductionsOf(db, { memberId, limit }),
    adjustmentsOf(db, { memberId, limit }),
    correctionsOf(db, { memberId, limit }),
    stakesOf(db, { memberId, limit, now }),
    sessionsOf(db, { memberId, now }),
    supportOf(db, { refId: member.refId, limit }),
    changesOf(db, { memberId, limit }),
    logOf(db, { memberId, limit }),
  ]);
  return {
    id: memberId,
    refId: member.refId,
    name: member.name,
    status: member.status,
    bounce: bounce ? { ...bounce, since: bounce.since.toISOString() } : null,
    profile,
    kyc,
    addressProof: proof
      ? { kind: proof.kind, provedAt: proof.provedAt.toISOString(), reason: proof.reason }
      : null,
    kycStates: {
      ...(cases.pan && { pan: cases.pan.state }),
      ...(cases.bank && { bank: cases.bank.state }),
    },
    authenticatorSince: authenticator?.turnedOnAt.toISOString() ?? null,
    accessResetAt: reset.at?.toISOString() ?? null,
    withdrawalsHeldUntil: waitingTime?.until.toISOString() ?? null,
    withdrawalsHeldAfter: waitingTime?.after ?? null,
    holdHours,
    network,
    balances: {
      ...byWallet((wallet) => fcToWire(balances[wallet])),
      staked: fcToWire(balances.staked),
      withdrawPending: fcToWire(balances.withdraw_pending),
    },
    owedFc: fcToWire(asFc(owedFc)),
    deductions,
    adjustments,
    corrections,
    stakes,
    sessions,
    support,
    closure: await closureOf(db, memberId),
    acceptances: await acceptancesOf(db, memberId),
    changes,
    log,
  };
}

async function profileOf(db: Db, memberId: number): Promise<MemberPage["profile"]> {
  const { joined_at, ...profile } = await db
    .selectFrom("members")
    .select(["gender", "phone as mobileNumber", "email as mailId", "joined_at"])
    .select(sql<string | null>`dob::text`.as("dob"))
    .select(["nominee", "relation", "address", "city", "pin", "country"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return { ...profile, joiningDate: joined_at.toISOString() };
}

async function kycStateOf(db: Db, memberId: number): Promise<MemberPage["kyc"]> {
  const row = await db
    .selectFrom("members")
    .leftJoin("bank_details as bank", "bank.member_id", "members.id")
    .leftJoin("coin_addresses as coin", "coin.member_id", "members.id")
    .leftJoin("fmdc_addresses as fmdc", "fmdc.member_id", "members.id")
    .select("bank.changed_at as bank")
    .select(panSince("members.id").as("pan"))
    .select(["coin.changed_at as coinAddress", "fmdc.created_at as fmdc"])
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
  const { bank, pan, coinAddress, fmdc } = row;
  const wire = (at: Date | null) => at?.toISOString() ?? null;
  return { bank: wire(bank), pan: wire(pan), coinAddress: wire(coinAddress), fmdc: wire(fmdc) };
}

async function networkOf(db: Db, memberId: number): Promise<MemberPage["network"]> {
  const [place, legs, { count }] = await Promise.all([
    db
      .selectFrom("placements as place")
      .leftJoin("members as sponsor", "sponsor.id", "place.sponsor_id")
      .leftJoin("members as parent", "parent.id", "place.parent_id")
      .select(["place.side", "sponsor.ref_id as sponsor_ref_id", "sponsor.name as sponsor_name"])
      .select(["parent.ref_id as parent_ref_id", "parent.name as parent_name"])
      .where("place.member_id", "=", memberId)
      .executeTakeFirst(),
    legsOf(db, [memberId]),
    db
      .selectFrom("placements")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("sponsor_id", "=", memberId)
      .executeTakeFirstOrThrow(),
  ]);
  const both = legs.get(memberId);
  if (!place || !both) return null;
  return {
    sponsor: person(place.sponsor_ref_id, place.sponsor_name),
    parent: person(place.parent_ref_id, place.parent_name),
    side: place.side,
    left: legOf(both.left),
    right: legOf(both.right),
    directReferrals: count,
  };
}

function person(refId: string | null, name: string | null) {
  return refId === null || name === null ? null : { refId, name };
}

function legOf({ users, activeUsers, businessUsdCents }: Figures) {
  return { users, activeUsers, businessUsd: usdCentsToWire(businessUsdCents) };
}
