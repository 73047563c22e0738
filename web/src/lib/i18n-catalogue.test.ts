import { errors } from "@fc/contract/errors";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { i18n } from "./i18n.ts";

const web = path.resolve(import.meta.dirname, "..");
const contract = path.resolve(import.meta.dirname, "../../../contract/src");
const literal = String.raw`"((?:[^"\\]|\\.)*)"`;

/** What has its texts in both languages itself, because the server needs them as well. */
const bilingual = new Set(["plan/document.ts"]);
/** What only operators read, and they read English. */
const ofTheConsole = /(?:^|\/)(?:console\b|business-settings\b|operators?\b|operator-)/;

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => !bilingual.has(name) && !ofTheConsole.test(name))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
}

function literals(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, text = ""]) => JSON.parse(`"${text}"`) as string);
}

/** Texts given to t("…") and msg("…"). A choice is outside: `x ? t("…") : t("…")`. */
function shownByTheWeb(): string[] {
  return sourcesIn(web).flatMap((source) =>
    literals(source, new RegExp(String.raw`\b(?:t|msg)\(\s*${literal}`, "g")),
  );
}

/** Sentences of the contract: its rules' messages and the specification's words. */
function shownByTheContract(): string[] {
  return sourcesIn(contract).flatMap((source) => {
    // A text with its Hindi beside it needs none in the catalogue.
    const words = source
      .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
      .replace(new RegExp(String.raw`\ben:\s*${literal},\s*hi:`, "g"), "hi:")
      .replace(new RegExp(String.raw`summary:\s*${literal}`, "g"), "");
    const sentences = literals(words, new RegExp(literal, "g")).filter((text) => /^[A-Z].* /.test(text));
    // Headings of reports may be single words.
    const headings = [...words.matchAll(/columns(?: =|:) \{([^}]*)\}/gi)].flatMap(([, columns = ""]) =>
      literals(columns, new RegExp(literal, "g")),
    );
    // Labels of kinds may be single words, too.
    const labels = literals(words, new RegExp(String.raw`\blabel: ${literal}`, "g"));
    // What begins small is mostly for developers, unless it is a constant of its own.
    const named = literals(words, new RegExp(String.raw`export const \w+ = ${literal}`, "g"));
    return [...sentences, ...headings, ...labels, ...named.filter((text) => /^[a-z].* /i.test(text))];
  });
}

function hindiCatalogue(): Map<string, string> {
  const po = readFileSync(path.join(import.meta.dirname, "locales/hi.po"), "utf8");
  const entry = new RegExp(String.raw`^msgid ${literal}\nmsgstr ${literal}$`, "gm");
  return new Map(
    [...po.matchAll(entry)].map(([, id, text]) => [
      JSON.parse(`"${id}"`) as string,
      JSON.parse(`"${text}"`) as string,
    ]),
  );
}

const shown = new Set([
  ...shownByTheWeb(),
  ...shownByTheContract(),
  ...Object.values(errors).map(([, text]) => text),
]);

test("the sources are read", () => {
  expect(shown.size).toBeGreaterThan(100);
});

test("every text has a Hindi one", () => {
  const hindi = hindiCatalogue();
  expect([...shown].filter((text) => !hindi.get(text))).toEqual([]);
});

test("no Hindi text is left over from a text that is gone", () => {
  expect([...hindiCatalogue().keys()].filter((text) => text !== "" && !shown.has(text))).toEqual([]);
});

test("a translation has the placeholders of its text", () => {
  const placeholders = (text: string) => (text.match(/\{\w+/g) ?? []).toSorted();
  for (const [text, hindi] of hindiCatalogue()) expect(placeholders(hindi), text).toEqual(placeholders(text));
});

test("an English text shows the values of its placeholders", () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  expect(i18n._("{count} of {all} done", { count: 3, all: "7" })).toBe("3 of 7 done");
  expect(i18n._("Valid until {time}", { time: "1:40 pm" })).toBe("Valid until 1:40 pm");
  expect(i18n._("Forgot Password")).toBe("Forgot Password");
});
