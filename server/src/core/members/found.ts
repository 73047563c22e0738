import { sql, type RawBuilder } from "kysely";
import { plannedAnew, type ReadDb } from "../../platform/db.ts";
import { matchesMember } from "./search.ts";

/** Up to so many members are found before their records are read. */
const mostFound = 10_000;
/** So many records of a common name are counted. */
const mostCounted = 250;

/** The members that match what an operator typed, to narrow a list of records by. */
export interface MemberSearch {
  /** Whether a record's member is one of them; `of` names the column that has the member's `key`. */
  matches: (of: string, key?: "id" | "ref_id") => RawBuilder<boolean>;
  /** Of a common name only the first records are counted. */
  mostCounted: number | undefined;
}

/**
 * A name that some thousand members have is looked up first, and their records are read off an index of the member: in
 * one statement PostgreSQL reads the whole table of records for it. A name that more members have is found on every
 * page of records, so these are looked through in their order. Nobody is left out either way.
 */
export async function searchMembers(
  db: ReadDb,
  typed: string | undefined,
): Promise<MemberSearch | undefined> {
  if (!typed) return undefined;
  const found = await plannedAnew(db, (tx) =>
    tx
      .selectFrom("members as member")
      .select("member.id")
      .where(matchesMember(typed))
      .limit(mostFound + 1)
      .execute(),
  );
  if (found.length > mostFound) {
    return {
      // A subquery for each record, and no join: for a join PostgreSQL would read all members first.
      matches: (of, key = "id") =>
        sql<boolean>`(select ${matchesMember(typed)} from members as member where ${sql.ref(`member.${key}`)} = ${sql.ref(of)})`,
      mostCounted,
    };
  }
  const ids = sql`any(${found.map(({ id }) => id)}::int[])`;
  return {
    matches: (of, key = "id") =>
      key === "id"
        ? sql<boolean>`${sql.ref(of)} = ${ids}`
        : sql<boolean>`${sql.ref(of)} in (select ref_id from members where id = ${ids})`,
    mostCounted: undefined,
  };
}
