import type { FoundInTeam } from "@fc/contract/tree/portal";
import { memberIdByRefId } from "../../core/members/members.ts";
import { pathBetween } from "../../core/network/team.ts";
import { searchTeam } from "../../core/network/team-search.ts";
import type { ReadDb } from "../../platform/db.ts";

/** As many as a phone shows beside its keyboard. */
const mostFound = 8;

/** By the whole user id, or by the beginning of any word of the name. Nobody outside the own team is ever found. */
export async function foundInTeam(
  db: ReadDb,
  memberId: number,
  text: string,
): Promise<{ data: FoundInTeam[]; hasMore: boolean }> {
  const byRefId = await withRefId(db, memberId, text);
  if (byRefId) return { data: [byRefId], hasMore: false };
  const { found, hasMore } = await searchTeam(db, { memberId, name: text, limit: mostFound });
  return { data: found, hasMore };
}

async function withRefId(db: ReadDb, memberId: number, text: string): Promise<FoundInTeam | undefined> {
  const id = await memberIdByRefId(db, text);
  const stretches = id === undefined ? undefined : (await pathBetween(db, memberId, id))?.stretches;
  const [first, to] = [stretches?.[0], stretches?.at(-1)?.to];
  return first && to ? { refId: to.refId, name: to.name, leg: first.side } : undefined;
}
