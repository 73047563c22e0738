import { useLingui } from "@lingui/react";
import { ApiError } from "../api/api.ts";
import { dateTimeText, timeText, waitText } from "../format/dates.ts";
import { useT, type Translate } from "../i18n.ts";
import { msg } from "../msg.ts";
import { pauseText } from "./pause-text.ts";
import { useCountdown } from "../use-countdown.ts";

const namesWhoWasFirst: ReadonlySet<string> = new Set([
  "DECIDED_ALREADY",
  "CANCELLED_BY_MEMBER",
  "PAID_BY_ANOTHER",
  "PROPOSED_ALREADY",
]);

/** The message for anything thrown: our own text, never a stack or a library's English. A wait counts down. */
export function useProblemMessage(error: unknown): string {
  const t = useT();
  const { i18n } = useLingui();
  const throttled = isThrottled(error) ? error : undefined;
  const leftMs = useCountdown(throttled?.retryAt ?? null);
  if (throttled?.retryAt)
    return limitMessage(t, throttled, waitingText(throttled.retryAt, leftMs, i18n.locale));
  if (!(error instanceof ApiError)) return t("Something went wrong. Please try again");
  if (error.paused) {
    const nothingLost = t("Nothing was done, and what you have entered stays here.");
    return `${pauseText(t, error.paused, i18n.locale)} ${nothingLost}`;
  }
  if (namesWhoWasFirst.has(error.code)) return t(error.message) + whoWasFirst(error.fields);
  if (error.code === "PRICE_CHANGED" || error.code === "PAYMENT_DIFFERS")
    return t(error.message) + whatItIsNow(error.fields);
  return t(error.message);
}

/** Of a limit without words, such as a proxy's. */
const anyLimit = msg("Too many attempts. Please try again in {wait}");

function limitMessage(t: Translate, { limitText = anyLimit }: ApiError, wait: string | undefined): string {
  return wait === undefined ? t("You can try again now.") : t(limitText, { wait });
}

/** 28 seconds; 43 minutes (2:05 pm); undefined once it is over. */
function waitingText(until: string, leftMs: number, language: string): string | undefined {
  if (leftMs === 0) return undefined;
  const wait = waitText(Math.ceil(leftMs / 1000), language);
  if (leftMs < 90_000) return wait;
  const isFar = leftMs > 12 * 3_600_000;
  return `${wait} (${isFar ? dateTimeText(until, language) : timeText(until, language)})`;
}

const saysWhatToCorrect: ReadonlySet<string> = new Set(["BAD_REQUEST", "BANK_FILE_REFUSED"]);

/** What is wrong with each field of a refused request that the page has not shown at the field. */
export function fieldProblems(error: unknown): string[] {
  return error instanceof ApiError && saysWhatToCorrect.has(error.code)
    ? [...new Set(Object.values(error.fields))]
    : [];
}

/**
 * By which support finds the request. A refusal of what was typed says what to correct, one of what somebody else
 * was first with says what happened, and a limit says until when to wait; a reference beside them would look like a
 * fault of ours.
 */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || refusals.has(error.status) || error.paused) return undefined;
  return isThrottled(error) && error.retryAt !== null ? undefined : error.requestId;
}

const refusals: ReadonlySet<number | undefined> = new Set([400, 409, 422]);

/** Only operators decide, and they read English. */
function whoWasFirst({ by, at }: Readonly<Record<string, string>>): string {
  const parts = [...(by ? [by] : []), ...(at ? [dateTimeText(at, "en")] : [])];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** Only operators see this, while their page reloads the data. */
function whatItIsNow({ now }: Readonly<Record<string, string>>): string {
  return now === undefined ? "" : ` (now ${now})`;
}

export function isThrottled(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "TOO_MANY_REQUESTS";
}
