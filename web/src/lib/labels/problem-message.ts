import { useLingui } from "@lingui/react";
import { ApiError } from "../api/api.ts";
import { dateTimeText, waitText } from "../format/dates.ts";
import { useT } from "../i18n.ts";

/** The message for anything thrown: our own text, never a stack or a library's English. */
export function useProblemMessage(): (error: unknown) => string {
  const t = useT();
  const { i18n } = useLingui();
  return (error) => {
    if (!(error instanceof ApiError)) return t("Something went wrong. Please try again");
    if (error.code === "DECIDED_ALREADY") return t(error.message) + whoWasFirst(error.fields);
    if (error.code === "PRICE_CHANGED" || error.code === "PAYMENT_DIFFERS")
      return t(error.message) + whatItIsNow(error.fields);
    if (!isThrottled(error) || !error.retryAfterSeconds) return t(error.message);
    const wait = waitText(error.retryAfterSeconds, i18n.locale);
    return t("Too many attempts. Please try again in {wait}", { wait });
  };
}

/** Only operators decide, and they read English. */
function whoWasFirst({ by, at }: Readonly<Record<string, string>>): string {
  const parts = [...(by ? [by] : []), ...(at ? [dateTimeText(at, "en")] : [])];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** Only operators see this, while their page reloads the data. */
function whatItIsNow({ now }: Readonly<Record<string, string>>): string {
  return now === undefined ? "" : ` (now ${now})`;
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ApiError && error.code === "TOO_MANY_REQUESTS";
}
