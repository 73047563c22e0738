import type { DirectReferral, directReferrals } from "@fc/contract/referrals/portal";
import type { QueryOf } from "@fc/contract/route";
import type { ReadDb } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";

type DirectReferralFilter = QueryOf<typeof directReferrals>;

const sortColumns = {
  joinedAt: "placements.member_id",
  refId: "members.ref_id",
  name: "members.name",
  side: "placements.side",
} as const;

export async function directReferralsPage(db: ReadDb, sponsorId: number, query: DirectReferralFilter) {
  const { data, total } = await readPage(query, {
    rows: referralRows(db, sponsorId, query),
    matching: matching(db, sponsorId, query.search),
    show: toReferral,
  });
  return { userChilds: data, total };
}

export function allDirectReferrals(db: ReadDb, sponsorId: number, query: DirectReferralFilter) {
  return allRows(referralRows(db, sponsorId, query), toReferral);
}

function matching(db: ReadDb, sponsorId: number, search: string | undefined) {
  const query = db
    .selectFrom("placements")
    .innerJoin("members", "members.id", "placements.member_id")
    .innerJoin("members as parent", "parent.id", "placements.parent_id")
    .where("placements.sponsor_id", "=", sponsorId);
  if (!search) return query;
  // A phone number is found with or without spaces.
  const wanted = /^[+\d\s()-]+$/.test(search) ? search.replace(/[\s()-]/g, "") : search;
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  return query.where((eb) =>
    eb.or([
      eb("members.name", "ilike", pattern),
      eb("members.ref_id", "ilike", pattern),
      eb("members.phone", "like", pattern),
    ]),
  );
}

function referralRows(
  db: ReadDb,
  sponsorId: number,
  { search, sort = "joinedAt", order = "asc" }: DirectReferralFilter,
) {
  return matching(db, sponsorId, search)
    .select([
      "members.ref_id",
      "members.name",
      "members.phone",
      "members.joined_at",
      "placements.side",
      "parent.ref_id as placement_ref_id",
    ])
    .$narrowType<{ side: "left" | "right" }>()
    .orderBy(sortColumns[sort], order)
    .orderBy("placements.member_id", order);
}

type DirectReferralRow = Awaited<ReturnType<ReturnType<typeof referralRows>["execute"]>>[number];

function toReferral(row: DirectReferralRow): DirectReferral {
  return {
    refId: row.ref_id,
    name: row.name,
    mobileNumber: row.phone,
    placementRefId: row.placement_ref_id,
    side: row.side,
    joinedAt: row.joined_at.toISOString(),
  };
}
