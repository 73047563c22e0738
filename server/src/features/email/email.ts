import { emailUnchanged, type changeEmail } from "@fc/contract/email/portal";
import { AppError } from "@fc/contract/errors";
import { hoursText } from "@fc/contract/hours-text";
import type { BodyOf } from "@fc/contract/route";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { sendMail } from "../../core/mails/mails.ts";
import type { Words } from "../../core/mails/words.ts";
import { noteChange } from "../../core/members/changes.ts";
import { emailHeldUntil, emailTaken, isEmailFree, replaceEmail } from "../../core/members/emails.ts";
import { wasConsumed } from "../../core/otp/otp.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { maskAddress } from "../../platform/mail/address.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { revokeOtherSessions, type MemberSession } from "../../platform/sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";

type NewEmail = BodyOf<typeof changeEmail>;

/** The answer says whether another member has an address, so nobody may try many of them. */
const addressLimit = { name: "new-email", points: 20, windowMs: hour } as const;
/** The proof counts for longer than its own code, so that the code at the old address has its full time. */
const proofLifeMs = 10 * minute;

/**
 * A new address takes two codes of one session: the first one, mailed to the new address, shows that the member reads
 * it; the second one, mailed to the old address, allows the change.
 */
export function emailProof(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "email-new",
    check: async ({ actor, change, now }) => {
      await limitUse(db, addressLimit, actor.memberId, now);
      await checkNewEmail(db, { ...actor, ...change, now });
      return {
        action: { en: "Confirm this e-mail address", hi: "इस ई-मेल पते की पुष्टि करें" },
        facts: [],
        newAddress: change.newEmail,
      };
    },
    perform: (request) => atomically(db, proveEmail, request),
  });
}

async function proveEmail(tx: Tx, { code }: { code: RequestCode }): Promise<void> {
  // A retry after a lost response.
  if (await code.wasSpent(tx)) return;
  await code.spend(tx);
}

export function emailChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "email",
    check: async ({ actor, change, now }) => {
      await checkProven(db, { actor, change, secretKey, now });
      await checkNewEmail(db, { ...actor, ...change, now });
      const { holdHours } = await businessSetting(db, "withdrawal");
      const facts = [
        { label: "New address", value: change.newEmail },
        { label: "Mind", value: consequences(holdHours) },
      ] satisfies Fact[];
      return {
        action: { en: "Confirm your new e-mail address", hi: "अपने नए ई-मेल पते की पुष्टि करें" },
        facts,
      };
    },
    perform: (request) => atomically(db, changeOwnEmail, { ...request, secretKey }),
  });
}

function consequences(holdHours: number): Words {
  const words = { en: "Codes and notices then go there", hi: "इसके बाद कोड और सूचनाएँ वहाँ जाएँगी" };
  if (holdHours === 0) return words;
  return {
    en: `${words.en}, and coin withdrawals wait ${hoursText(holdHours, "en")}`,
    hi: `${words.hi}, और कॉइन निकासी ${hoursText(holdHours, "hi")} रुकी रहेगी`,
  };
}

interface EmailCheck {
  memberId: number;
  email: string;
  newEmail: string;
  now: Date;
}

async function checkNewEmail(db: Db, { memberId, email, newEmail, now }: EmailCheck): Promise<void> {
  const heldUntil = await emailHeldUntil(db, { memberId, now });
  if (heldUntil) {
    const waitMs = heldUntil.getTime() - now.getTime();
    throw new AppError("EMAIL_HELD", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  if (email === newEmail) throw new AppError("BAD_REQUEST", { fields: { newEmail: emailUnchanged } });
  if (!(await isEmailFree(db, newEmail, memberId))) throw emailTaken();
}

interface ProofCheck {
  actor: MemberSession;
  change: NewEmail;
  secretKey: SecretKey;
  now: Date;
}

/**
 * Call it before `checkNewEmail`: the step of the proof is limited and the later ones are not, so they must say
 * nothing about an address that was not proven.
 */
async function checkProven(db: Db, { actor, change, secretKey, now }: ProofCheck): Promise<void> {
  const { memberId, sessionId } = actor;
  const proof = { memberId, sessionId, purpose: "email-new", change, secretKey } as const;
  if (!(await wasConsumed(db, { ...proof, now: after(now, -proofLifeMs) }))) {
    throw new AppError("EMAIL_NOT_PROVEN");
  }
}

interface ChangedEmail {
  email: string;
  heldUntil: Date | undefined;
}

async function changeOwnEmail(
  tx: Tx,
  request: ChangeRequest<"email"> & { code: RequestCode; secretKey: SecretKey },
): Promise<ChangedEmail> {
  const { actor, change, client, code, secretKey, now } = request;
  const { memberId, sessionId } = actor;
  const { newEmail } = change;
  // Locked, so that of several calls at once the others find the address changed.
  const { email, withdrawals_held_until } = await tx
    .selectFrom("members")
    .select(["email", "withdrawals_held_until"])
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // A retry after a lost response.
  if (email === newEmail && (await code.wasSpent(tx))) {
    return { email, heldUntil: withdrawals_held_until ?? undefined };
  }
  await checkProven(tx, { actor, change, secretKey, now });
  await checkNewEmail(tx, { memberId, email, newEmail, now });
  await code.spend(tx);
  const heldUntil = await replaceEmail(tx, { memberId, from: email, to: newEmail, now });
  await revokeOtherSessions(tx, { memberId, sessionId, now });
  await noteChange(tx, {
    // To the old address, where the owner reads it if somebody else made the change.
    actor: { ...actor, email },
    kind: "email-changed",
    detail: maskAddress(newEmail),
    client,
    now,
    values: { newAddress: maskAddress(newEmail), heldUntil },
  });
  await sendMail(tx, {
    kind: "email-set",
    to: { ...actor, email: newEmail },
    now,
    values: { heldUntil, passkeysEnded: 0 },
  });
  return { email: newEmail, heldUntil };
}
