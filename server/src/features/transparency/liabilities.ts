import { AppError } from "@fc/contract/errors";
import type { QueryOf } from "@fc/contract/route";
import type { liabilities, PublishedDay } from "@fc/contract/transparency/liabilities/portal";
import { sql } from "kysely";
import { Readable } from "node:stream";
import { keptList, listPieces } from "../../core/liabilities/list-files.ts";
import { toPublished } from "../../core/liabilities/proof.ts";
import type { ReadDb } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed } from "../../platform/http/handle.ts";
import { readPage } from "../../platform/paging.ts";

export function publishedPage(db: ReadDb, query: QueryOf<typeof liabilities>) {
  const published = db.selectFrom("liabilities");
  const rows = published
    .leftJoin("liability_lists", "liability_lists.id", "liabilities.list_id")
    .select([
      "liabilities.day",
      "taken_at",
      "root",
      "liabilities.leaves",
      "owed_fc",
      "locked_fc",
      "liability_lists.id as keptListId",
      sql<number>`coalesce(liabilities.day - lag(liabilities.day) over (order by liabilities.day) - 1, 0)`.as(
        "missedBefore",
      ),
    ])
    .orderBy("liabilities.day", query.order ?? "desc");
  return readPage(query, {
    rows,
    matching: published,
    show: (row): PublishedDay => ({
      ...toPublished(row),
      hasList: row.keptListId !== null,
      missedBefore: row.missedBefore,
    }),
  });
}

/** Liabilities of a day as a file: liabilities-2026-02-03.bin. */
export async function listFile({ db, files }: Pick<Deps, "db" | "files">, day: string): Promise<Readable> {
  const list = await keptList({ db, files }, day);
  if (!list) throw new AppError("NOT_FOUND");
  return fileNamed(Readable.from(listPieces(files, list)), `liabilities-${day}.bin`);
}
