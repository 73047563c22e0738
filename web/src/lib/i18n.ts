import { languageCodes, languageOf, type Language } from "@fc/contract/languages";
import { setupI18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { localStore, tabStore } from "./storage.ts";

const storedUnder = "fcLanguage";
const unsavedUnder = "fcLanguageUnsaved";

// The English text is the id, so English needs no catalogue: its {placeholders} are found when it is shown.
export const i18n = setupI18n();
i18n.setMessagesCompiler((text) =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : ([part] satisfies [string]))),
);

export async function activate(language: Language): Promise<void> {
  const messages = language === "hi" ? (await import("./locales/hi.po")).messages : {};
  i18n.loadAndActivate({ locale: language, messages });
}

/** The page's first script already chose; see index.html. */
export function pageLanguage(): Language {
  return document.documentElement.lang === "hi" ? "hi" : "en";
}

export async function showLanguage(language: Language): Promise<void> {
  await activate(language);
  localStore.write(storedUnder, language);
  document.documentElement.lang = language;
}

/** The person at this page wants another language; see `useMemberLanguage` for how their mails learn of it. */
export async function chooseLanguage(language: Language): Promise<void> {
  unsavedLanguage.write(language);
  try {
    await showLanguage(language);
  } catch (error) {
    unsavedLanguage.forget(language);
    throw error;
  }
}

/**
 * What was chosen here and has not reached the server: nobody is signed in yet, or the call failed. It is kept for
 * this tab only, so that an old choice on this device never overrules a newer one on another.
 */
export const unsavedLanguage = {
  read: (): Language | undefined => languageCodes.find((code) => code === tabStore.read(unsavedUnder)),
  write: (language: Language): void => tabStore.write(unsavedUnder, language),
  /** Unless another one was chosen meanwhile. */
  forget(language: Language): void {
    if (unsavedLanguage.read() === language) tabStore.remove(unsavedUnder);
  },
};

/** The language that is shown; components that use it follow a change. */
export function useLanguage(): Language {
  return languageOf(useLingui().i18n.locale);
}

/** `message` is the English text where the same one needs another Hindi elsewhere; `text` then only names it. */
export type Translate = (
  text: string,
  values?: Record<string, unknown>,
  options?: { message: string },
) => string;

/** `t("Forgot Password")`; components that use it follow a change of language. */
export function useT(): Translate {
  const { _ } = useLingui();
  return _;
}
