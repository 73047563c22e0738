import { documentKindNames, type DocumentKind, type DocumentText } from "@fc/contract/documents/kinds";
import type { Acceptance, WaitingDocument } from "@fc/contract/documents/portal";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

interface ReleasedVersion {
  kind: DocumentKind;
  version: number;
  isSubstantial: boolean;
  releasedAt: Date;
}

/** Every version of every document, the newest first. */
export async function releasedVersions(db: Db): Promise<ReleasedVersion[]> {
  return db
    .selectFrom("document_versions")
    .select(["kind", "version", "is_substantial as isSubstantial", "released_at as releasedAt"])
    .orderBy("kind")
    .orderBy("version", "desc")
    .execute();
}

/** The text that is in force; undefined before the first release. */
export async function newestText(
  db: Db,
  kind: DocumentKind,
): Promise<{ version: number; text: DocumentText } | undefined> {
  return db
    .selectFrom("document_versions")
    .select(["version", "text"])
    .where("kind", "=", kind)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Which versions a member has accepted and when, the newest first. */
export async function acceptancesOf(db: Db, memberId: number): Promise<Acceptance[]> {
  const rows = await db
    .selectFrom("acceptances")
    .select(["kind", "version", "accepted_at"])
    .where("member_id", "=", memberId)
    .orderBy("accepted_at", "desc")
    .orderBy("kind")
    .execute();
  return rows.map(({ accepted_at, ...row }) => ({ ...row, acceptedAt: accepted_at.toISOString() }));
}

/**
 * What a member has to accept now: the newest version of each document that has changed in substance since the version
 * that was accepted last.
 */
export async function waitingDocuments(db: Db, memberId: number): Promise<WaitingDocument[]> {
  const { rows } = await sql<{
    kind: DocumentKind;
    version: number;
    released_at: Date;
    accepted: number | null;
  }>`
    select newest.kind, newest.version, newest.released_at, before.version as accepted
    from (select distinct on (kind) * from document_versions order by kind, version desc) as newest
    left join lateral (select max(version) as version from acceptances
      where member_id = ${memberId} and acceptances.kind = newest.kind) as before on true
    where exists (select from document_versions as changed where changed.kind = newest.kind
      and changed.is_substantial and changed.version > coalesce(before.version, 0))`.execute(db);
  return rows
    .map(({ released_at, accepted, ...row }) => {
      return { ...row, releasedAt: released_at.toISOString(), acceptedBefore: accepted };
    })
    .toSorted((one, other) => documentKindNames.indexOf(one.kind) - documentKindNames.indexOf(other.kind));
}
