import type { Language, Words } from "@fc/contract/languages";
import { deviceOf } from "../../platform/format.ts";

export type { Words };

/** What a person wrote, such as an operator's answer, reads the same in every language. */
export const asWritten = (text: string): Words => ({ en: text, hi: text });

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Same<A, B> = [A, B] extends [B, A] ? unknown : never;

/** Puts the values into {placeholders}. A placeholder that only one language has does not compile. */
export function filled<const En extends string, const Hi extends string>(
  words: { en: En; hi: Hi & Same<Placeholder<En>, Placeholder<Hi>> },
  values: Readonly<Record<Placeholder<En>, string | Words>>,
): Words {
  const inLanguage = (language: Language) =>
    words[language].replace(/\{(\w+)\}/g, (_, name: Placeholder<En>) => wordsIn(language, values[name]));
  return { en: inLanguage("en"), hi: inLanguage("hi") };
}

/** Words that are the same in every language may be a plain text. */
export function wordsIn(language: Language, words: Words | string): string {
  return typeof words === "string" ? words : words[language];
}

/** "Chrome on Android" instead of the whole header. */
export function deviceWords(userAgent: string): Words {
  const { browser, system } = deviceOf(userAgent);
  return filled(
    { en: "{browser} on {system}", hi: "{system} पर {browser}" },
    {
      browser: browser ?? { en: "A browser", hi: "कोई ब्राउज़र" },
      system: system ?? { en: "an unknown device", hi: "अज्ञात डिवाइस" },
    },
  );
}
