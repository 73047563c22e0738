import { AppError } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import * as contract from "@fc/contract/support/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { recordSupportMessage } from "./support.ts";

export function supportPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.createSupportRecord, async ({ body, client, now }) => {
      const { ip, language } = client;
      const reference = await recordSupportMessage(db, { ...body, memberId: null, ip, language, now });
      return { message: contract.supportMessages.sent, data: { reference } };
    }),
    handle(contract.createOwnSupportRecord, async ({ actor, body, client, now }) => {
      if (normaliseRefId(body.refId) !== actor.refId) throw new AppError("NOT_FOUND");
      const reference = await recordSupportMessage(db, {
        ...body,
        memberId: actor.memberId,
        ip: client.ip,
        language: client.language,
        now,
      });
      return { message: contract.supportMessages.sent, data: { reference } };
    }),
  ];
}
