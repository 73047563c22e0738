import { I18nProvider } from "@lingui/react";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { i18n } from "../../lib/i18n.ts";
import "./first-paint.ts";
import { styleNonce } from "./nonce.ts";
import { theme } from "./theme.ts";

/** The same key as the first script of index.html, which sets the colours before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: "fcColorScheme" });

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        withGlobalClasses={false}
        withCssVariables={false}
      >
        {children}
      </MantineProvider>
    </I18nProvider>
  );
}
