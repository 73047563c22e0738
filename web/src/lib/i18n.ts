import { setupI18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { messages as english } from "./locales/en.po";
import { localStore } from "./storage.ts";

/** Each language by its own name. */
export const languages = { en: "English", hi: "हिन्दी" } as const;
export type Language = keyof typeof languages;

const storedUnder = "fcLanguage";

// The English text is the id, so English needs a catalogue only for texts with {placeholders}.
export const i18n = setupI18n({ missing: (_language, id) => id });

export async function activate(language: Language): Promise<void> {
  const messages = language === "hi" ? (await import("./locales/hi.po")).messages : english;
  i18n.loadAndActivate({ locale: language, messages });
}

/** The page's first script already chose; see index.html. */
export function pageLanguage(): Language {
  return document.documentElement.lang === "hi" ? "hi" : "en";
}

export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language);
  localStore.write(storedUnder, language);
  document.documentElement.lang = language;
}

export type Translate = (text: string, values?: Record<string, unknown>) => string;

/** `t("Forgot Password")`; components that use it follow a change of language. */
export function useT(): Translate {
  const { _ } = useLingui();
  return _;
}
