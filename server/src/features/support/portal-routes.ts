import { AppError } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import * as contract from "@fc/contract/support/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { publishedFaq, supportMessagesOf, supportThreadOf } from "./queries.ts";
import { addToSupportMessage, recordSupportMessage } from "./support.ts";

export function supportPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.createSupportRecord, async ({ body, client, now }) => {
      const { ip, language } = client;
      const reference = await recordSupportMessage(db, {
        ...body,
        memberId: null,
        receipt: null,
        ip,
        language,
        now,
      });
      return { message: contract.supportMessages.sent, data: { reference } };
    }),
    handle(contract.createOwnSupportRecord, async ({ actor, body, client, now }) => {
      if (normaliseRefId(body.refId) !== actor.refId) throw new AppError("NOT_FOUND");
      const reference = await recordSupportMessage(db, {
        ...body,
        memberId: actor.memberId,
        receipt: body.receipt ?? null,
        ip: client.ip,
        language: client.language,
        now,
      });
      return { message: contract.supportMessages.sent, data: { reference } };
    }),
    handle(contract.ownSupportMessages, ({ actor, query }) => supportMessagesOf(db, actor.memberId, query)),
    handle(contract.ownSupportThread, async ({ actor: { memberId }, params: { reference } }) => ({
      data: await supportThreadOf(db, { memberId, reference }),
    })),
    handle(contract.writeAgain, async ({ actor: { memberId }, body, client, now }) => {
      await addToSupportMessage(db, { ...body, memberId, ip: client.ip, now });
      return { message: contract.supportMessages.sent };
    }),
    handle(contract.faq, async ({ client: { language } }) => ({ data: await publishedFaq(db, language) })),
  ];
}
