import * as contract from "@fc/contract/support/console";
import * as faqContract from "@fc/contract/support/console-faq";
import { logAction } from "../../core/operators/log.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { assignSupport, noteOnSupport, replyToSupport, setSupportStatus } from "./answers.ts";
import { supportInbox, supportMessageOf, wholeInbox } from "./console-queries.ts";
import { addFaqEntry, changeFaqEntry, faqEntries, orderFaq } from "./faq.ts";

export function supportConsoleRoutes({ db, publicUrl, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleSupport, ({ query, actor: { operatorId }, now }) =>
      supportInbox(db, query, { operatorId, now }),
    ),
    handle(contract.consoleSupportCsv, async ({ query, operating }) => {
      const { filter, search } = query;
      const details = { ...(search && { search }), ...(filter && { filter }) };
      await atomically(db, logAction, { ...operating, action: "support/export", details });
      const file = csvFile(contract.supportColumns, await wholeInbox(db, query, operating), (row) => ({
        reference: row.reference,
        name: row.member?.name ?? "",
        refId: row.refId,
        status: row.status,
        createdAt: csvTime(row.createdAt),
        waitingSince: csvTime(row.waitingSince),
        dueAt: row.dueAt === null ? "" : csvTime(row.dueAt),
        assignedTo: row.assignedTo?.name ?? "",
        message: row.message,
        lastMessage: row.lastMessage,
      }));
      return fileOfState(file, "support-messages", filter);
    }),
    handle(contract.consoleSupportMessage, async ({ params, actor: { operatorId, role }, now }) => ({
      data: await supportMessageOf(db, { ...params, operatorId, role, secretKey, now }),
    })),
    handle(contract.replyToSupport, async ({ params, body, operating }) => {
      await atomically(db, replyToSupport, { ...params, ...body, publicUrl, operating });
      return {};
    }),
    handle(contract.noteOnSupport, async ({ params, body, operating }) => {
      await atomically(db, noteOnSupport, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.assignSupport, async ({ params, body, operating }) => {
      await atomically(db, assignSupport, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.setSupportStatus, async ({ params, body, operating }) => {
      await atomically(db, setSupportStatus, { ...params, ...body, operating });
      return {};
    }),
    handle(faqContract.consoleFaq, async () => ({ data: await faqEntries(db) })),
    handle(faqContract.orderFaq, async ({ body, operating }) => {
      await atomically(db, orderFaq, { ...body, operating });
      return {};
    }),
    handle(faqContract.addFaqEntry, async ({ body, operating }) => ({
      data: { id: await atomically(db, addFaqEntry, { ...body, operating }) },
    })),
    handle(faqContract.changeFaqEntry, async ({ params, body, operating }) => {
      await atomically(db, changeFaqEntry, { ...params, ...body, operating });
      return {};
    }),
  ];
}
