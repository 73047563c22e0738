import * as authenticator from "@fc/contract/security/authenticator";
import * as security from "@fc/contract/security/portal";
import { cancelEnrolment } from "../../core/totp/authenticator.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import {
  authenticatorData,
  finishAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  switchOff,
} from "./authenticator.ts";
import { memberEventsPage } from "./queries.ts";
import { signedInSessions, signOutOthers, signOutSession } from "./sessions.ts";

export function securityPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(security.signedInSessions, async ({ actor, now }) => ({
      data: await signedInSessions(db, { actor, now }),
    })),
    handle(security.signOutSession, async ({ actor, body, client, now }) => {
      await atomically(db, signOutSession, { actor, sessionId: body.sessionId, client, now });
      return {};
    }),
    handle(security.signOutOthers, async ({ actor, client, now }) => ({
      data: { signedOut: await atomically(db, signOutOthers, { actor, client, now }) },
    })),
    handle(security.memberEvents, ({ actor, query }) =>
      memberEventsPage(db, { memberId: actor.memberId, before: query.before }),
    ),
    handle(authenticator.authenticator, async ({ actor, now }) => ({
      data: await authenticatorData(db, { actor, secretKey, now }),
    })),
    handle(authenticator.startAuthenticator, async ({ actor, client, now }) => {
      await startAuthenticator(db, { actor, client, secretKey, now });
      return {};
    }),
    handle(authenticator.finishAuthenticator, async ({ actor, body, client, now }) => ({
      message: authenticator.authenticatorMessages.on,
      data: {
        recoveryCodes: await finishAuthenticator(db, { actor, client, secretKey, now, code: body.code }),
      },
    })),
    handle(authenticator.cancelAuthenticator, async ({ actor }) => {
      await atomically(db, cancelEnrolment, { kind: "member", id: actor.memberId } as const);
      return {};
    }),
    handle(authenticator.turnOffAuthenticator, async ({ actor, client, now }) => {
      await switchOff(db, { actor, client, secretKey, now });
      return { message: authenticator.authenticatorMessages.off };
    }),
    handle(authenticator.renewRecoveryCodes, async ({ actor, client, now }) => ({
      data: { recoveryCodes: await atomically(db, renewRecoveryCodes, { actor, client, secretKey, now }) },
    })),
  ];
}
