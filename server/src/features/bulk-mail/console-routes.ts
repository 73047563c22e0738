import * as contract from "@fc/contract/bulk-mail/console";
import { bulkMailKinds, bulkMailResults, bulkMailStates } from "@fc/contract/bulk-mail/console-kinds";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { hour } from "../../platform/clock.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { followPages } from "../../platform/paging.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { audienceOf } from "./audience.ts";
import { changeBulkMail, testBulkMail, writeBulkMail } from "./drafts.ts";
import { previewOf } from "./preview.ts";
import { allResults, bulkMailOf, bulkMailPage, resultPage } from "./queries.ts";
import { sendBulkMail, takesTwoPeople } from "./send.ts";
import { steerBulkMail } from "./steer.ts";

const testLimit = { name: "test-mail", points: 20, windowMs: hour } as const;

export function bulkMailConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.bulkMails, ({ query }) => bulkMailPage(db, query)),
    handle(contract.bulkMailsCsv, async ({ query }) => {
      const mails = followPages((page) => bulkMailPage(db, { ...query, ...page }));
      const file = csvFile(contract.bulkMailColumns, mails, ({ totals, ...mail }) => ({
        state: bulkMailStates[mail.state],
        subject: mail.subject.en,
        kind: bulkMailKinds[mail.kind].label,
        sent: totals.sent,
        recipients: mail.state === "draft" ? "" : contract.recipientsOf(totals),
        failed: totals.failed + totals.bounced,
        leftOut: totals.skipped,
        unsubscribed: totals.unsubscribed,
        writtenBy: mail.writtenBy,
        createdAt: csvTime(mail.createdAt),
        sentBy: mail.sentBy ?? "",
        sentAt: mail.sentAt === null ? "" : csvTime(mail.sentAt),
        finishedAt: mail.finishedAt === null ? "" : csvTime(mail.finishedAt),
      }));
      return fileOfState(file, "bulk-mails", query.state && bulkMailStates[query.state]);
    }),
    handle(contract.oneBulkMail, async ({ params }) => {
      const { perMinute } = await businessSetting(db, "bulkMail");
      return { data: { ...(await bulkMailOf(db, params.id)), perMinute } };
    }),
    handle(contract.writeBulkMail, async ({ body, actor, operating }) => ({
      data: { id: await atomically(db, writeBulkMail, { content: body, actor, operating }) },
    })),
    handle(contract.changeBulkMail, async ({ params, body: { version, ...content }, actor, operating }) => ({
      data: {
        version: await atomically(db, changeBulkMail, { ...params, version, content, actor, operating }),
      },
    })),
    handle(contract.bulkMailAudience, async ({ body, operating }) => {
      const audience = await audienceOf(db, body);
      const { gets } = audience;
      return { data: { ...audience, takesTwo: await takesTwoPeople(db, { gets, operating }) } };
    }),
    handle(contract.previewBulkMail, async ({ body: { after, ...content }, now }) => ({
      data: await previewOf(db, { content, after, publicUrl, now }),
    })),
    handle(contract.testBulkMail, async ({ params, body, actor, operating }) => {
      await limitUse(db, testLimit, actor.operatorId, operating.now);
      await atomically(db, testBulkMail, { ...params, ...body, actor, operating });
      return { data: { to: actor.email } };
    }),
    handle(contract.sendBulkMail, async ({ params, body, actor, operating }) => {
      const input = { ...params, ...body, reason: body.reason, actor, operating, publicUrl };
      return { data: { isWaiting: await atomically(db, sendBulkMail, input) } };
    }),
    handle(contract.steerBulkMail, async ({ params, body, actor, operating }) => {
      await atomically(db, steerBulkMail, { ...params, ...body, actor, operating });
      return {};
    }),
    handle(contract.bulkMailResultPage, ({ params, query }) => resultPage(db, params.id, query)),
    handle(contract.bulkMailResultsCsv, async ({ params: { id }, query }) => {
      const { state } = await bulkMailOf(db, id);
      const file = csvFile(columns, allResults(db, id, query), (row) => ({
        refId: row.refId,
        name: row.name,
        result: row.result === "waiting" && state === "cancelled" ? "Cancelled" : bulkMailResults[row.result],
        reason: row.reason === null ? "" : contract.resultReason(row.reason),
        at: row.at === null ? "" : csvTime(row.at),
        unsubscribedAt: row.unsubscribedAt === null ? "" : csvTime(row.unsubscribedAt),
      }));
      return fileNamed(file, `bulk-mail-${id}.csv`);
    }),
  ];
}

const columns = {
  refId: "User ID",
  name: "Name",
  result: "Result",
  reason: "Reason",
  at: "When",
  unsubscribedAt: "Unsubscribed by this mail",
};
