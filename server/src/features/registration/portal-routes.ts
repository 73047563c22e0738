import * as contract from "@fc/contract/registration/portal";
import * as later from "@fc/contract/registration/portal-later";
import { AppError } from "@fc/contract/errors";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { preferredSide } from "../../core/network/preferred-side.ts";
import { hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomToken } from "../../platform/secrets.ts";
import { completeRegistration, mailWelcomeAgain } from "./completion.ts";
import { correctRegistration } from "./correction.ts";
import { lookUpLimit } from "./look-up-limit.ts";
import { register } from "./registration.ts";

/** Each correction can ask whether an e-mail address is taken. */
const correctionLimit = { name: "correct-address", points: 30, windowMs: hour } as const;

export function registrationPortalRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.referrerName, async ({ params, client, now }) => {
      await limitUse(db, lookUpLimit, networkOf(client.ip), now);
      const member = await activeMemberByRefId(db, params.refId);
      if (!member) throw new AppError("NOT_FOUND");
      return { name: shortName(member.name) };
    }),
    handle(later.preferredSide, async ({ params, client, now }) => {
      await limitUse(db, lookUpLimit, networkOf(client.ip), now);
      const member = await activeMemberByRefId(db, params.refId);
      if (!member) throw new AppError("NOT_FOUND");
      const side = await preferredSide(db, member.id);
      if (!side) throw new AppError("REFERRAL_LINK_OFF");
      return { side };
    }),
    handle(contract.register, async ({ body, client, cookies, idempotencyKey, now }) => {
      // Keeps an existing secret, so that a registration in another tab can still be confirmed.
      const secret = cookies.get("fc_registration") || randomToken();
      const { ip, language } = client;
      const outcome = await register(db, { ...body, key: idempotencyKey, secret, ip, language, now });
      if ("refused" in outcome) {
        const nowhere = { placementRefId: null, placementName: null, placementSide: null };
        return { isUserCreated: false, ...nowhere, message: outcome.refused };
      }
      cookies.set("fc_registration", secret);
      const { refId, name, side = body.isLeft ? "left" : "right" } = outcome.placement;
      const placement = { placementRefId: refId, placementName: shortName(name), placementSide: side };
      return { isUserCreated: true, ...placement, message: null };
    }),
    handle(later.correctRegistration, async ({ body, client, cookies, idempotencyKey, now }) => {
      await limitUse(db, correctionLimit, networkOf(client.ip), now);
      const input = { ...body, claim: { key: idempotencyKey, secret: secretOf(cookies), now } };
      return { data: await atomically(db, correctRegistration, input) };
    }),
    handle(later.confirmRegistration, async ({ cookies, idempotencyKey, now }) => {
      const input = { claim: { key: idempotencyKey, secret: secretOf(cookies), now }, publicUrl };
      return { data: { refId: await atomically(db, completeRegistration, input) } };
    }),
    handle(later.resendWelcome, async ({ cookies, idempotencyKey, now }) => {
      const input = { claim: { key: idempotencyKey, secret: secretOf(cookies), now }, publicUrl };
      return { data: { refId: await atomically(db, mailWelcomeAgain, input) } };
    }),
  ];
}

function secretOf(cookies: Cookies): string {
  const secret = cookies.get("fc_registration");
  if (secret === undefined) throw new AppError("REGISTRATION_GONE");
  return secret;
}
