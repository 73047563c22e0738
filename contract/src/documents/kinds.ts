import { keysOf, sure } from "../sure.ts";
import * as z from "zod/mini";

interface DocumentKindInfo {
  /** As members read it; the Hindi catalogue translates it. */
  readonly title: string;
}

/** The texts that bind: what a member agrees to, in the order in which they are read. */
export const documentKinds = {
  terms: { title: "Terms of use" },
  privacy: { title: "Privacy notice" },
  risk: { title: "Risk statement" },
} as const satisfies Record<string, DocumentKindInfo>;

export type DocumentKind = keyof typeof documentKinds;
export const documentKindNames = keysOf(documentKinds);
export const documentKind = z.enum(documentKindNames, "There is no such document");

/**
 * The text in every language. A line that begins with "## " is a heading, one that begins with "- " is a point of a
 * list, and an empty line ends a paragraph.
 */
export const documentText = z.object({ en: z.string(), hi: z.string() });
export type DocumentText = z.output<typeof documentText>;

export interface TextBlock {
  kind: "heading" | "paragraph" | "list";
  lines: string[];
}

/** The parts of a text, as a page shows them. */
export function blocksOf(text: string): TextBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.split("\n").map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ""))
    .filter((lines) => lines.length > 0)
    .map(blockOf);
}

function blockOf(lines: string[]): TextBlock {
  if (sure(lines[0]).startsWith("## ")) return { kind: "heading", lines: [lines.join(" ").slice(3)] };
  if (lines.every((line) => line.startsWith("- ")))
    return { kind: "list", lines: lines.map((line) => line.slice(2)) };
  return { kind: "paragraph", lines: [lines.join(" ")] };
}

/** Puts what the settings say in place of {company} and the like. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] || whole);
}

/** Why a text cannot be released as it is: a blank that no setting fills, or a remark that is not for members. */
export function unfinishedIn(text: string): string | undefined {
  return /\[[^\]]*\]|\{\w+\}/.exec(text)?.[0];
}
