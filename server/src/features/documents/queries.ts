import { documentKindNames, type DocumentKind } from "@fc/contract/documents/kinds";
import type { documents, documentVersion } from "@fc/contract/documents/portal";
import { AppError } from "@fc/contract/errors";
import type { ResponseOf } from "@fc/contract/route";
import { releasedVersions } from "../../core/documents/documents.ts";
import type { Db } from "../../platform/db.ts";

export async function documentsOf(db: Db): Promise<ResponseOf<typeof documents>["data"]> {
  const released = await releasedVersions(db);
  return documentKindNames.map((kind) => ({
    kind,
    versions: released
      .filter((row) => row.kind === kind)
      .map((row) => ({ ...row, releasedAt: row.releasedAt.toISOString() })),
  }));
}

export async function versionOf(
  db: Db,
  { kind, version }: { kind: DocumentKind; version: number },
): Promise<ResponseOf<typeof documentVersion>["data"]> {
  const rows = await db
    .selectFrom("document_versions")
    .select(["version", "text", "is_substantial as isSubstantial", "released_at as releasedAt"])
    .where("kind", "=", kind)
    .where("version", "in", [version, version + 1])
    .orderBy("version")
    .execute();
  const [found, next] = rows;
  if (found?.version !== version) throw new AppError("NOT_FOUND");
  return {
    kind,
    version,
    text: found.text,
    isSubstantial: found.isSubstantial,
    releasedAt: found.releasedAt.toISOString(),
    replacedBy: next ? { version: next.version, releasedAt: next.releasedAt.toISOString() } : null,
  };
}
