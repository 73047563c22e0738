import type { SentChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { PasskeyRequest } from "@fc/contract/security/passkey-wire";
import { fieldOf, textField } from "@fc/contract/sure";
import { callLimitMs } from "../../lib/api/api.ts";
import { newIdempotencyKey } from "../../lib/api/idempotency-key.ts";
import { cutOff } from "../../lib/session/cut-off.ts";
import { session } from "../../lib/session/session.ts";
import { localStore, tabStore } from "../../lib/storage.ts";
import { isChangeOf, isPurpose } from "./held-change.ts";
import { openReview } from "./open-review.ts";
import { stepPrefix } from "./settling.ts";

/** A code that was sent. Its times are by this device's clock. */
export interface SentCode {
  /** Names the code, so that the server can say what became of exactly this one. */
  grant: string;
  sentTo: string;
  expiresAt: string;
  resendAt: string;
  /** Whether the authenticator app's code is needed as well. */
  authenticator: boolean;
  /** What a passkey has to sign, where no code was mailed. */
  passkey?: PasskeyRequest | undefined;
}

/**
 * What this browser keeps of a guarded change, from the review until its outcome is known. Every change has an entry
 * of its own, so two tabs that do different things do not overwrite each other's.
 */
export interface HeldStep<Purpose extends OtpPurpose = OtpPurpose> {
  /** The key of the request: until the server says that nothing was done, the change is sent under no other. */
  key: string;
  purpose: Purpose;
  userId: number;
  /** Absent where it holds a password, after a sign-out, and in other tabs where it is about the member's records. */
  change?: SentChange<Purpose> | undefined;
  code?: SentCode | undefined;
  /** The change was sent, and its answer has not arrived. */
  isUnanswered: boolean;
  /** Until then it may still be answered in the tab that sent it. */
  answerDueBy?: number | undefined;
  keptAt: number;
}

/** The coins, receivers and addresses of these may be found by another tab; bank and identity details may not. */
const sharedPurposes: ReadonlySet<OtpPurpose> = new Set([
  "staking",
  "staking-topup",
  "stake-undo",
  "withdraw",
  "internal-transfer",
  "transfer",
]);

const nameOf = ({ userId, key }: Pick<HeldStep, "userId" | "key">) => `${stepPrefix}${userId}/${key}`;
/** As long as a code is valid: nothing was sent under the key, so it is not missed later. */
const unsentMs = 600_000;

// The codes belong to the session, and what was typed is nobody else's business. A key whose outcome is not known
// stays, and says nothing: the member is told after the next sign-in.
session.subscribe(() => {
  if (session.token()) return;
  for (const name of localStore.keys(stepPrefix)) {
    const step = parsed(localStore.read(name));
    tabStore.remove(name);
    const isUnderReview = step !== undefined && step.key === openReview.key();
    if (step?.isUnanswered && sharedPurposes.has(step.purpose)) {
      write({ ...step, change: undefined, code: undefined });
      if (isUnderReview) cutOff.tell("unknown");
    } else {
      localStore.remove(name);
      if (isUnderReview && !session.signedOutOnPurpose) cutOff.tell("nothing-moved");
    }
  }
});

export const heldStep = {
  /** A new step with a new key; it is kept once `keep` is called. */
  begin<Purpose extends OtpPurpose>(
    step: Pick<HeldStep<Purpose>, "purpose" | "userId" | "change">,
  ): HeldStep<Purpose> {
    return { ...step, key: newIdempotencyKey(), isUnanswered: false, keptAt: Date.now() };
  },

  keep: write,

  /** From the moment on when the change is sent. */
  keepSent(step: HeldStep): void {
    write({ ...step, isUnanswered: true, answerDueBy: Date.now() + callLimitMs });
  },

  drop(step: Pick<HeldStep, "userId" | "key">): void {
    localStore.remove(nameOf(step));
    tabStore.remove(nameOf(step));
  },

  /** The member's steps for these purposes, the newest first. */
  all<Purpose extends OtpPurpose>(purposes: readonly Purpose[], userId: number): HeldStep<Purpose>[] {
    const found = localStore.keys(`${stepPrefix}${userId}/`).flatMap((name): HeldStep[] => {
      const step = parsed(localStore.read(name));
      if (!step) return [];
      const change = step.change ?? parsed(tabStore.read(name))?.change;
      // A wrong clock can only forget a key under which nothing was sent, or whose outcome the page shows anyway.
      const isMissed = step.isUnanswered && (change !== undefined || sharedPurposes.has(step.purpose));
      const endsAt = step.code ? Date.parse(step.code.expiresAt) : step.keptAt + unsentMs;
      if (!isMissed && endsAt <= Date.now()) {
        heldStep.drop(step);
        return [];
      }
      return [{ ...step, change }];
    });
    const isWanted = (step: HeldStep): step is HeldStep<Purpose> =>
      purposes.some((purpose) => purpose === step.purpose);
    return found.filter(isWanted).toSorted((a, b) => b.keptAt - a.keptAt);
  },

  /** The newest step for a purpose whose change is known here. */
  find<Purpose extends OtpPurpose>(purpose: Purpose, userId: number): HeldStep<Purpose> | undefined {
    return heldStep.all([purpose], userId).find(({ change }) => change !== undefined);
  },

  /** A request that was sent and whose outcome is not known. */
  unanswered<Purpose extends OtpPurpose>(
    purposes: readonly Purpose[],
    userId: number,
  ): HeldStep<Purpose> | undefined {
    return heldStep.all(purposes, userId).find(({ isUnanswered }) => isUnanswered);
  },
};

function write(step: HeldStep): void {
  const { change, ...rest } = step;
  const isShared = sharedPurposes.has(step.purpose);
  localStore.write(nameOf(step), JSON.stringify(isShared ? step : rest));
  if (!isShared && change) tabStore.write(nameOf(step), JSON.stringify(step));
}

function parsed(text: string | null): HeldStep | undefined {
  try {
    return text === null ? undefined : stepOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * What is stored may be of another release, or somebody's own making. A change or code that does not fit is left out;
 * the key stays, because the change may have been made under it.
 */
function stepOf(stored: unknown): HeldStep | undefined {
  const purpose = textField(stored, "purpose");
  const key = textField(stored, "key");
  const userId = numberField(stored, "userId");
  const keptAt = numberField(stored, "keptAt");
  if (!isPurpose(purpose) || key === undefined || userId === undefined || keptAt === undefined)
    return undefined;
  const change = fieldOf(stored, "change");
  const code = fieldOf(stored, "code");
  return {
    key,
    purpose,
    userId,
    change: isChangeOf(purpose, change) ? change : undefined,
    code: isSentCode(code) ? code : undefined,
    isUnanswered: fieldOf(stored, "isUnanswered") === true,
    answerDueBy: numberField(stored, "answerDueBy"),
    keptAt,
  };
}

function isSentCode(stored: unknown): stored is SentCode {
  const passkey = fieldOf(stored, "passkey");
  return (
    (["grant", "sentTo", "expiresAt", "resendAt"] as const).every(
      (name) => textField(stored, name) !== undefined,
    ) &&
    typeof fieldOf(stored, "authenticator") === "boolean" &&
    (passkey === undefined || textField(passkey, "challenge") !== undefined)
  );
}

function numberField(stored: unknown, name: string): number | undefined {
  const field = fieldOf(stored, name);
  return typeof field === "number" ? field : undefined;
}
