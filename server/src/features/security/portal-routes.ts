import * as authenticator from "@fc/contract/security/authenticator";
import * as phrases from "@fc/contract/security/mail-phrase";
import * as passkeys from "@fc/contract/security/passkeys";
import * as security from "@fc/contract/security/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
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
import {
  chooseMail,
  finishPasskey,
  passkeyAdding,
  passkeyChoice,
  passkeyData,
  passkeyEnding,
} from "./passkeys.ts";
import { mailPhraseChange, phraseSetAt } from "./mail-phrase.ts";
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
    ...passkeyRoutes(deps),
    ...phraseRoutes(deps),
  ];
}

function passkeyRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const adding = passkeyAdding(deps);
  const ending = passkeyEnding(deps);
  const choice = passkeyChoice(deps);
  return [
    handle(passkeys.passkeys, async ({ actor }) => ({ data: await passkeyData(deps, actor) })),
    guardedBy(
      adding,
      handle(passkeys.addPasskey, async ({ body, ...call }) => ({
        data: await adding.make({ ...call, change: body }),
      })),
    ),
    handle(passkeys.finishPasskey, async ({ actor, body, client, now }) => {
      const place = requirePasskeyPlace(deps.publicUrl);
      await finishPasskey(db, { actor, passkey: body.passkey, place, client, now });
      return { message: passkeys.passkeyMessages.added };
    }),
    guardedBy(
      ending,
      handle(passkeys.endPasskey, async ({ body, ...call }) => {
        await ending.make({ ...call, change: body });
        return { message: passkeys.passkeyMessages.ended };
      }),
    ),
    guardedBy(
      choice,
      handle(passkeys.chooseToConfirmByPasskey, async ({ body, ...call }) => {
        await choice.make({ ...call, change: body });
        return { message: passkeys.passkeyMessages.confirmsByPasskey };
      }),
    ),
    handle(passkeys.chooseToConfirmByMail, async ({ actor, client, now }) => {
      await atomically(db, chooseMail, { actor, client, now });
      return { message: passkeys.passkeyMessages.confirmsByMail };
    }),
  ];
}

function phraseRoutes(deps: Deps): BoundRoute[] {
  const phrase = mailPhraseChange(deps);
  return [
    handle(phrases.mailPhrase, async ({ actor }) => ({ data: await phraseSetAt(deps.db, actor.memberId) })),
    guardedBy(
      phrase,
      handle(phrases.setMailPhrase, async ({ body, ...call }) => {
        await phrase.make({ ...call, change: body });
        const { set, removed } = phrases.mailPhraseMessages;
        return { message: body.phrase === "" ? removed : set };
      }),
    ),
  ];
}
