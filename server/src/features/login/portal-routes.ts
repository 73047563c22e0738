import * as contract from "@fc/contract/login/portal";
import { setLanguage } from "../../core/members/members.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { bounceOf } from "../../platform/mail/bounces.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { revokeSession } from "../../platform/sessions.ts";
import { requestTemporaryPassword } from "./forgot-password.ts";
import { logIn } from "./login.ts";

export function loginPortalRoutes(deps: Deps): BoundRoute[] {
  return [
    handle(contract.login, async ({ body, client, cookies, now }) => {
      const signedIn = await logIn(deps.db, { ...body, ...client, deviceId: cookies.get("fc_device"), now });
      if (!signedIn) return { isAuth: false, token: null };
      cookies.set("fc_session", signedIn.cookie);
      cookies.set("fc_device", signedIn.deviceId);
      return { isAuth: true, token: signedIn.token };
    }),
    handle(contract.logout, async ({ actor, cookies, now }) => {
      const { memberId, sessionId } = actor;
      await atomically(deps.db, revokeSession, { memberId, sessionId, now });
      cookies.clear(actor.memberView ? "fc_look" : "fc_session");
      return {};
    }),
    handle(contract.session, async ({ actor }) => ({
      data: {
        mailsReturnedFrom: (await bounceOf(deps.db, actor.email)) ? actor.email : null,
        id: actor.memberId,
        refId: actor.refId,
        name: actor.name,
        mustChangePassword: actor.mustChangePassword,
        language: actor.language,
        lookUntil: actor.memberView?.until.toISOString() ?? null,
      },
    })),
    handle(contract.chooseLanguage, async ({ actor, body }) => {
      await atomically(deps.db, setLanguage, { memberId: actor.memberId, language: body.language });
      return {};
    }),
    handle(contract.forgotPassword, async ({ body, client, now }) => {
      await requestTemporaryPassword(deps.db, { refId: body.refId, ip: client.ip, now });
      return { message: contract.passwordSent };
    }),
  ];
}
