import * as contract from "@fc/contract/notices/console";
import { AppError } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { followPages } from "../../platform/paging.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { changeNotice, readersOf, withdrawNotice, writeNotice } from "./notices.ts";
import { noticesPage } from "./console-queries.ts";

export function noticeConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleNotices, ({ query, now }) => noticesPage(db, query, now)),
    handle(contract.consoleNoticesCsv, async ({ query, now }) =>
      csvFile(
        contract.noticeColumns,
        followPages((page) => noticesPage(db, { ...query, ...page }, now)),
        ({ state, message, readers, writtenBy, startsAt, endsAt, changedBy, changedAt }) => ({
          state,
          message,
          readers: readers?.map(({ name, refId }) => `${name} (${refId})`).join(", ") ?? "all members",
          writtenBy: writtenBy ?? "",
          startsAt: csvTime(startsAt),
          endsAt: endsAt === null ? "" : csvTime(endsAt),
          changedBy: changedBy ?? "",
          changedAt: changedAt === null ? "" : csvTime(changedAt),
        }),
      ),
    ),
    handle(contract.noticeReaders, async ({ body }) => ({
      data: await readersOf(db, body.refIds.map(normaliseRefId)),
    })),
    handle(contract.writeNotice, async ({ body, operating }) => {
      return { data: { id: await atomically(db, write, { ...body, operating }) } };
    }),
    handle(contract.changeNotice, async ({ params, body, operating }) => {
      await atomically(db, change, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.withdrawNotice, async ({ params, body, operating }) => {
      await atomically(db, withdrawNotice, { ...params, ...body, operating });
      return {};
    }),
  ];
}

type Content = BodyOf<typeof contract.writeNotice> & { operating: Operating };

async function write(tx: Tx, input: Content): Promise<number> {
  return writeNotice(tx, { ...(await contentOf(tx, input)), operating: input.operating });
}

async function change(tx: Tx, input: Content & { id: number; version: number }): Promise<void> {
  const { id, version, operating } = input;
  await changeNotice(tx, { ...(await contentOf(tx, input)), id, version, operating });
}

/** A notice reaches everybody who is named, or nobody. */
async function contentOf(tx: Tx, { message, refIds, startsAt, endsAt, operating }: Content) {
  const readers = refIds === null ? undefined : await readersOf(tx, [...new Set(refIds.map(normaliseRefId))]);
  const unknown = readers?.filter(({ id }) => id === undefined).map(({ refId }) => refId) ?? [];
  if (unknown.length > 0) {
    const fields = { refIds: `There is no member with the user ID ${unknown.join(", ")}` };
    throw new AppError("BAD_REQUEST", { fields });
  }
  return {
    message,
    readerIds: readers?.flatMap(({ id }) => (id === undefined ? [] : [id])),
    startsAt: startsAt === null ? operating.now : new Date(startsAt),
    endsAt: endsAt === null ? undefined : new Date(endsAt),
  };
}
