import { useLingui } from "@lingui/react";
import { ApiError } from "./api.ts";
import { waitText } from "./format.ts";
import { useT } from "./i18n.ts";

/** What to say of anything thrown: our own words, never a stack or a library's English. */
export function useProblemWords(): (error: unknown) => string {
  const t = useT();
  const { i18n } = useLingui();
  return (error) => {
    if (!(error instanceof ApiError)) return t("Something went wrong. Please try again");
    if (!isThrottled(error) || !error.retryAfterSeconds) return t(error.message);
    const wait = waitText(error.retryAfterSeconds, i18n.locale);
    return t("Too many attempts. Please try again in {wait}", { wait });
  };
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ApiError && error.code === "TOO_MANY_REQUESTS";
}
