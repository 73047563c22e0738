import { languageCodes, languages } from "@fc/contract/languages";
import { useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { useSyncExternalStore } from "react";
import { chooseLanguage, useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { AutoIcon, MoonIcon, SunIcon } from "../icons/icons.tsx";
import { toast } from "../feedback/toasts.tsx";

export function LanguageSwitch() {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <div className="segments" role="group" aria-label={t("Language")}>
      {languageCodes.map((code) => (
        <button
          type="button"
          className="segment"
          key={code}
          lang={code}
          aria-pressed={i18n.locale === code}
          onClick={() => void chooseLanguage(code).catch(toast.failure)}
        >
          {languages[code]}
        </button>
      ))}
    </div>
  );
}

export const schemes = [
  ["light", msg("Light"), SunIcon],
  ["dark", msg("Dark"), MoonIcon],
  ["auto", msg("Automatic"), AutoIcon],
] as const satisfies readonly [MantineColorScheme, string, unknown][];

const never = () => () => undefined;

export function ColourSwitch() {
  const t = useT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The pre-rendered page cannot know the choice; it is marked once the page lives.
  const live = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <div className="segments" role="group" aria-label={t("Colours")}>
      {schemes.map(([scheme, label, Icon]) => (
        <button
          type="button"
          className="segment"
          key={scheme}
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={live && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon />
        </button>
      ))}
    </div>
  );
}
