import { hoursText } from "@fc/contract/hours-text";
import { useLanguage, useT } from "../../lib/i18n.ts";

/** How long the stake that is confirmed can be undone; undefined where it cannot. */
export function useUndoText(coolingOffHours = 0): string | undefined {
  const t = useT();
  const language = useLanguage();
  if (coolingOffHours === 0) return undefined;
  return t("You can undo the stake for {hours} after it has started.", {
    hours: hoursText(coolingOffHours, language),
  });
}
