import * as authenticator from "@fc/contract/security/authenticator";
import * as security from "@fc/contract/security/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { cancelEnrolment } from "../../core/totp/authenticator.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import {
  authenticatorData,
  authenticatorEnd,
  authenticatorStart,
  finishAuthenticator,
  recoveryCodesChange,
} from "./authenticator.ts";
import { memberEventsPage } from "./queries.ts";
import { signedInSessions, signOutOthers, signOutSession } from "./sessions.ts";

export function securityPortalRoutes(deps: Deps): BoundRoute[] {
  const { db, secretKey } = deps;
  const start = authenticatorStart(deps);
  const end = authenticatorEnd(deps);
  const newCodes = recoveryCodesChange(deps);
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
    guardedBy(
      start,
      handle(authenticator.startAuthenticator, async ({ body, ...call }) => {
        await start.make({ ...call, change: body });
        return {};
      }),
    ),
    handle(authenticator.finishAuthenticator, async ({ actor, body, client, now }) => ({
      message: authenticator.authenticatorMessages.on,
      data: {
        recoveryCodes: await finishAuthenticator(db, { actor, client, secretKey, now, appCode: body.code }),
      },
    })),
    handle(authenticator.cancelAuthenticator, async ({ actor }) => {
      await atomically(db, cancelEnrolment, { kind: "member", id: actor.memberId } as const);
      return {};
    }),
    guardedBy(
      end,
      handle(authenticator.turnOffAuthenticator, async ({ body, ...call }) => {
        await end.make({ ...call, change: body });
        return { message: authenticator.authenticatorMessages.off };
      }),
    ),
    guardedBy(
      newCodes,
      handle(authenticator.renewRecoveryCodes, async ({ body, ...call }) => ({
        data: { recoveryCodes: await newCodes.make({ ...call, change: body }) },
      })),
    ),
  ];
}
