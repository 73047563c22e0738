import type { SentChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { heldStep, type HeldStep } from "./held-step.ts";

interface FormChange<Purpose extends OtpPurpose> {
  purpose: Purpose;
  userId: number;
  change: SentChange<Purpose>;
  secret?: boolean;
}

/** The step of this very change, or the one whose change was not kept because it is secret. */
export function heldFor<Purpose extends OtpPurpose>(
  form: FormChange<Purpose>,
): HeldStep<Purpose> | undefined {
  const fingerprint = fingerprintOf(form.change);
  return heldStep.all([form.purpose], form.userId).find(({ change, code }) => {
    if (form.secret) return code !== undefined;
    return change !== undefined && fingerprintOf(withoutRepeats(change)) === fingerprint;
  });
}

/** A request of this form whose answer was lost. */
export function unansweredFor<Purpose extends OtpPurpose>(
  form: FormChange<Purpose>,
): HeldStep<Purpose> | undefined {
  const fingerprint = fingerprintOf(form.change);
  return heldStep
    .all([form.purpose], form.userId)
    .filter(({ isUnanswered }) => isUnanswered)
    .find(({ change }) =>
      change ? fingerprintOf(withoutRepeats(change)) === fingerprint : form.secret === true,
    );
}

function withoutRepeats(change: object): object {
  const { repeats: _, ...rest }: { repeats?: unknown } = change;
  return rest;
}

/** Two changes with the same text are the same change. */
export function fingerprintOf(change: object): string {
  return JSON.stringify(change);
}
