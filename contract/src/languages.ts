import { isKeyOf, keysOf } from "./sure.ts";

/** Each language by its own name. The members' portal and their mails exist in all of them. */
export const languages = { en: "English", hi: "हिन्दी" } as const;
export type Language = keyof typeof languages;
/** The same words in every language that a member can choose. */
export type Words = Readonly<Record<Language, string>>;
export const languageCodes = keysOf(languages);

/** The language of a code; English where we do not know it. */
export const languageOf = (code: string): Language => (isKeyOf(languages, code) ? code : "en");

/** For dates and figures: India's, with the same digits in each language. */
export const localeOf = { en: "en-IN", hi: "hi-IN-u-nu-latn" } as const satisfies Record<Language, string>;
