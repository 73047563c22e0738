import { sure } from "@fc/contract/sure";
import * as contract from "@fc/contract/books/console";
import { normaliseRefId } from "@fc/contract/ref-id";
import { defaultPageSize } from "@fc/contract/table";
import type { Readable } from "node:stream";
import { csvLines } from "../../platform/csv.ts";
import type { ReadDb } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { bookPage, bookTotals, wholeBook } from "./books.ts";
import { isClosed, scopeOf, type BookScope } from "./scope.ts";
import { streamedZip, zipOfOneMoment } from "../../platform/files/zip.ts";

export function bookConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    reading(contract.consoleBook, async ({ reads, params: { book }, query }) => {
      const { cursor, size = defaultPageSize } = query;
      const scope = await scopeOf(reads, query);
      const [page, totals] = await Promise.all([
        bookPage(reads, book, { scope, cursor, size }),
        bookTotals(reads, book, scope),
      ]);
      return { ...page, totals };
    }),
    reading(contract.consoleBookCsv, async ({ reads, params: { book }, query }) => {
      const scope = await scopeOf(reads, query);
      // Only the ID of a member may be part of the file's name: other text could end the header that has it.
      const member = query.search && scope.memberId ? `-${normaliseRefId(query.search)}` : "";
      return fileNamed(bookFile(reads, book, scope), `${book}-${query.month}${member}.csv`);
    }),
    reading(contract.consoleBooksZip, async ({ reads, query: { month }, gone }) => {
      const scope = await scopeOf(reads, { month });
      const files = contract.bookNames.map((book) => ({
        name: `${book}-${month}.csv`,
        read: (source: ReadDb) => bookFile(source, book, scope),
      }));
      // Nothing of a closed month changes any more, so it needs no snapshot and is sent from the first line on. A
      // snapshot is the primary's: a replica may end a long one, and what was sent of the file could not be taken back.
      const zip = (await isClosed(reads, scope))
        ? streamedZip(reads, files)
        : await zipOfOneMoment(db, files, gone);
      return fileNamed(zip, `books-${month}.zip`);
    }),
  ];
}

/** Exactly the lines, columns and totals of the screen. */
function bookFile(db: ReadDb, book: contract.BookName, scope: BookScope): Readable {
  const { columns } = contract.bookDefinitions[book];
  return csvLines(columns.map(contract.bookHeading), wholeBook(db, book, scope), (cells) =>
    cells.map((cell, at) => cellOf(cell, sure(columns[at]))),
  );
}

/** Figures stay numbers for a spreadsheet; a negative one would otherwise be taken for a formula. */
function cellOf(cell: contract.BookCell, { unit }: contract.BookColumn): string | { figure: string } {
  if (cell === null) return "";
  return unit === "FC" || unit === "USD" || unit === "INR" ? { figure: cell } : cell;
}
