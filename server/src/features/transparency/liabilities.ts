import { AppError } from "@fc/contract/errors";
import type { QueryOf } from "@fc/contract/route";
import {
  branchLeavesOf,
  listFormat,
  type BranchList,
  type ListState,
} from "@fc/contract/transparency/liabilities/branches";
import type { liabilities, PublishedDay } from "@fc/contract/transparency/liabilities/portal";
import { sql } from "kysely";
import { NodeBytes } from "../../core/liabilities/node-bytes.ts";
import { toPublished } from "../../core/liabilities/proof.ts";
import type { ReadDb } from "../../platform/db.ts";
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
      "withheld",
      sql<boolean>`branches is not null`.as("isShown"),
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
      list: listState(row),
      missedBefore: row.missedBefore,
    }),
  });
}

/** What everybody may read of a day's tree. */
export async function branchesOf(db: ReadDb, day: string) {
  const row = await db
    .selectFrom("liabilities")
    .select(["day", "taken_at", "root", "leaves", "owed_fc", "locked_fc", "branches", "withheld"])
    .where("day", "=", day)
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return {
    data: row.branches && branchListOf(row, row.branches),
    list: listState({ isShown: row.branches !== null, withheld: row.withheld }),
  };
}

function branchListOf(row: Parameters<typeof toPublished>[0], branches: Buffer): BranchList {
  const nodes = new NodeBytes(branches);
  return {
    format: listFormat,
    published: toPublished(row),
    branchLeaves: branchLeavesOf(row.leaves),
    branches: Array.from({ length: nodes.count }, (_, at) => nodes.textAt(at)),
  };
}

function listState({
  isShown,
  withheld,
}: {
  isShown: boolean;
  withheld: "few" | "uneven" | null;
}): ListState {
  return isShown ? "shown" : (withheld ?? "earlier");
}
