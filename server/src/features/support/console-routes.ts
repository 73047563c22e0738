import * as contract from "@fc/contract/support/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { assignSupport, noteOnSupport, replyToSupport, setSupportStatus } from "./answers.ts";
import { supportInbox, supportMessageOf } from "./console-queries.ts";

export function supportConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleSupport, ({ query, actor: { operatorId }, now }) =>
      supportInbox(db, query, { operatorId, now }),
    ),
    handle(contract.consoleSupportMessage, async ({ params, actor: { operatorId }, now }) => ({
      data: await supportMessageOf(db, { ...params, operatorId, now }),
    })),
    handle(contract.replyToSupport, async ({ params, body, operating }) => {
      await atomically(db, replyToSupport, { ...params, ...body, operating });
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
  ];
}
