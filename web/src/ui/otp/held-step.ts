import type { SentChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { session } from "../../lib/session/session.ts";
import { tabStore } from "../../lib/storage.ts";

/** What a reload keeps of a sent code. `change` is left out if it holds a password. */
export interface HeldStep<Purpose extends OtpPurpose> {
  purpose: Purpose;
  userId: number;
  /** Names the code, so that the server can say what became of exactly this one. */
  grant: string;
  sentTo: string;
  expiresAt: string;
  resendAt: string;
  /** Whether the authenticator app's code is needed as well. */
  authenticator: boolean;
  change?: SentChange<Purpose>;
}

const key = "fcOtp";

// The code belongs to the session that requested it, and so does the draft beside it.
session.subscribe(() => {
  if (!session.token()) tabStore.remove(key);
});

export const heldStep = {
  keep<Purpose extends OtpPurpose>(step: HeldStep<Purpose>): void {
    tabStore.write(key, JSON.stringify(step));
  },

  drop(): void {
    tabStore.remove(key);
  },

  /** The stored step for this purpose, if its code is still valid. */
  find<Purpose extends OtpPurpose>(
    purpose: Purpose,
    userId: number,
    now: Date,
  ): HeldStep<Purpose> | undefined {
    const text = tabStore.read(key);
    if (!text) return undefined;
    try {
      const step = JSON.parse(text) as HeldStep<Purpose>;
      const isValid = step.purpose === purpose && step.userId === userId && new Date(step.expiresAt) > now;
      return isValid ? step : undefined;
    } catch {
      return undefined;
    }
  },
};
