import { useT } from "../../lib/i18n.ts";
import type { OtpChange } from "./use-otp-change.ts";

/** What the button of the form does next. */
export function useSubmitLabel(
  { busy, step }: Pick<OtpChange, "busy" | "step">,
  { send, action }: { send: string; action: string },
): string {
  const t = useT();
  if (busy) return t("Loading");
  const labels = { form: send, code: action, lost: t("Check again"), repeated: t("Do it again") };
  return labels[step];
}
