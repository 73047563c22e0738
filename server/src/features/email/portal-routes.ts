import * as contract from "@fc/contract/email/portal";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { emailHeldUntil } from "../../core/members/emails.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { emailChange, emailProof } from "./email.ts";

export function emailPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const proof = emailProof(deps);
  const change = emailChange(deps);
  return [
    handle(contract.getEmail, async ({ actor, now }) => {
      const [heldUntil, { holdHours }] = await Promise.all([
        emailHeldUntil(db, { memberId: actor.memberId, now }),
        businessSetting(db, "withdrawal"),
      ]);
      const changeableFrom = heldUntil?.toISOString() ?? null;
      return { data: { email: actor.email, changeableFrom, holdHours } };
    }),
    guardedBy(
      proof,
      handle(contract.proveEmail, async ({ body, ...call }) => {
        await proof.make({ ...call, change: body });
        return {};
      }),
    ),
    guardedBy(
      change,
      handle(contract.changeEmail, async ({ body, ...call }) => {
        const { email, heldUntil } = await change.make({ ...call, change: body });
        const withdrawalsHeldUntil = heldUntil?.toISOString() ?? null;
        return { message: contract.emailChanged, data: { email, withdrawalsHeldUntil } };
      }),
    ),
  ];
}
