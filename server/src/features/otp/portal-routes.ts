import { verifyAuthenticator as verifyAuthenticatorRoute } from "@fc/contract/security/authenticator";
import * as contract from "@fc/contract/otp/portal";
import { verifyAuthenticator } from "../../core/otp/authenticator.ts";
import { outcomeOf } from "../../core/guarded-changes/outcome.ts";
import type { OtpGuard } from "../../core/guarded-changes/guarded-change.ts";
import { signChange } from "../../core/otp/sign.ts";
import { verifyOtp } from "../../core/otp/verify.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { sendOtp } from "./otp.ts";

export function otpPortalRoutes(deps: Deps, guards: readonly OtpGuard[]): BoundRoute[] {
  return [
    handle(contract.sendOtp, async ({ actor, body, now }) => ({
      data: await sendOtp(deps, guards, {
        actor,
        ...body,
        key: body.key,
        canSign: body.passkey === true,
        now,
      }),
    })),
    handle(contract.requestOutcome, async ({ actor, params, now }) => ({
      data: await outcomeOf(deps.db, { memberId: actor.memberId, key: params.key, now }),
    })),
    handle(contract.verifyOtp, async ({ actor, params, query, now }) => {
      const { memberId, sessionId } = actor;
      const check = { memberId, sessionId, grant: query.grant, code: params.otp };
      const verdict = await verifyOtp(deps.db, { ...check, secretKey: deps.secretKey, now });
      return verdict === "correct" ? { data: true } : { data: false, ...verdict };
    }),
    handle(contract.signChange, async ({ actor, body, client, now }) => {
      const { grant, answer } = body;
      await signChange(deps.db, {
        actor,
        grant,
        answer,
        place: requirePasskeyPlace(deps.publicUrl),
        client,
        now,
      });
      return {};
    }),
    handle(verifyAuthenticatorRoute, async ({ actor, body, client, now }) => {
      const { purpose, code } = body;
      await verifyAuthenticator(deps.db, { actor, purpose, code, client, secretKey: deps.secretKey, now });
      return {};
    }),
  ];
}
