import { useT } from "../../lib/i18n.ts";
import type { OtpChange } from "./use-otp-change.ts";

/** What the button of the form does next. */
export function useSubmitLabel(
  { busy, step, passkey }: Pick<OtpChange, "busy" | "step" | "passkey">,
  { send, action }: { send: string; action: string },
): string {
  const t = useT();
  if (busy) return t("Loading");
  if (passkey.isNext && (step === "form" || step === "code")) return t("Use passkey");
  const labels = { form: send, code: action, lost: t("Check again"), repeated: t("Do it again") };
  return labels[step];
}
