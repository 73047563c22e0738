import type { Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import type { closeAccount } from "@fc/contract/closure/portal";
import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import type { BodyOf } from "@fc/contract/route";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { after, day } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { closureFigures, openClosureOf, refuseUnless } from "./figures.ts";

/** Closing the account, after a waiting time. The code confirms the figures that the member was shown. */
export function closureRequest(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "close-account",
    check: async ({ actor, change, now }) => {
      const { memberId } = actor;
      if (await openClosureOf(db, memberId)) throw new AppError("CLOSURE_ASKED_ALREADY");
      const shown = shownIn(change);
      refuseUnless(await closureFigures(db, { memberId, now }), shown);
      const { waitingDays } = await businessSetting(db, "closure");
      return {
        action: { en: "Close your account", hi: "अपना खाता बंद करें" },
        facts: [
          { label: "Given up: left in the wallets", value: fcText(shown.leftFc) },
          { label: "Given up: locked in stakes", value: fcText(shown.lockedFc) },
          { label: "Closed and erased from", value: after(now, waitingDays * day) },
        ] satisfies Fact[],
      };
    },
    perform: (request) => atomically(db, askForClosure, request),
  });
}

function shownIn({ leftFc, lockedFc }: BodyOf<typeof closeAccount>): { leftFc: Fc; lockedFc: Fc } {
  const [left, locked] = [fcFromWire(leftFc), fcFromWire(lockedFc)];
  if (left === undefined || locked === undefined) throw new AppError("CLOSURE_CHANGED");
  return { leftFc: left, lockedFc: locked };
}

async function askForClosure(
  tx: Tx,
  { actor, change, client, code, now }: ChangeRequest<"close-account"> & { code: RequestCode },
): Promise<Date> {
  const { memberId } = actor;
  // Of several requests at once the others find the first one here.
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
  const open = await openClosureOf(tx, memberId);
  if (open) {
    // A retry after a lost response.
    if (await code.wasSpent(tx)) return open.dueAt;
    throw new AppError("CLOSURE_ASKED_ALREADY");
  }
  const shown = shownIn(change);
  refuseUnless(await closureFigures(tx, { memberId, now }), shown);
  await code.spend(tx);
  const { waitingDays } = await businessSetting(tx, "closure");
  const dueAt = after(now, waitingDays * day);
  await tx
    .insertInto("closures")
    .values({
      member_id: memberId,
      asked_at: now,
      due_at: dueAt,
      left_fc: shown.leftFc,
      locked_fc: shown.lockedFc,
    })
    .execute();
  await noteChange(tx, { actor, kind: "closure-asked", client, now, values: { dueAt } });
  return dueAt;
}

/** Only a session is needed: it takes nothing from the member. */
export async function takeBack(
  tx: Tx,
  { actor, client, now }: { actor: MemberSession; client: Client; now: Date },
): Promise<void> {
  const taken = await tx
    .updateTable("closures")
    .set({ taken_back_at: now })
    .where("member_id", "=", actor.memberId)
    .where("taken_back_at", "is", null)
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  // Taken back before: by another tab, or by the same request whose answer was lost.
  if (taken.numUpdatedRows === 0n) return;
  await noteChange(tx, { actor, kind: "closure-taken-back", client, now, values: {} });
}
