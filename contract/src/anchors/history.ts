import { sure } from "../sure.ts";
/**
 * The heads of the seal chain, day by day, as they leave the house. Every line has a link: the SHA-256 of the link of the
 * line before and of its own text. So a person who has kept one link has kept the whole history up to it, and can check
 * it with `printf` and `sha256sum` (docs/trust.md).
 */

export interface Anchor {
  day: string;
  /** The number of the newest seal and its code: "12:9f…". */
  head: string;
  /** The newest root of the liabilities at that time, and the day that it is of. */
  rootDay: string | null;
  root: string | null;
}

export interface LinkedAnchor extends Anchor {
  link: string;
}

/** In hex, of the UTF-8 text. Browser and server each bring their own. */
export type HexSha256 = (text: string) => string;

const firstLink = "0".repeat(64);

export function anchorText({ day, head, rootDay, root }: Anchor): string {
  return `${day} ${head} ${rootDay ?? "-"} ${root ?? "-"}`;
}

/** Adds the links, from the oldest day on. */
export function linkedAnchors(anchors: readonly Anchor[], sha256: HexSha256): LinkedAnchor[] {
  let link = firstLink;
  return anchors.map((anchor) => ({ ...anchor, link: (link = sha256(`${link}\n${anchorText(anchor)}`)) }));
}

/** The first day whose link is not the one of its line and of all lines before; undefined if all are right. */
export function wrongLinkIn(history: readonly LinkedAnchor[], sha256: HexSha256): string | undefined {
  const right = linkedAnchors(history, sha256);
  return history.find(({ link }, at) => link !== sure(right[at]).link)?.day;
}

/** What became of a line that somebody kept: it is in the history, the history says something else, or has no such line. */
export type KeptOutcome = "same" | "changed" | "missing";

export interface KeptLine {
  /** What was found in the line, in the order of the line. */
  kept: string;
  outcome: KeptOutcome;
  /** Of the history; undefined where it has no such day and no such seal. */
  now: LinkedAnchor | undefined;
}

const dayPattern = /\b\d{4}-\d{2}-\d{2}\b/;
const codePattern = /\b(?:\d+:)?[0-9a-f]{64}\b/g;

/**
 * Compares what somebody kept, such as a line of a mail, a whole file or a head alone, with the history. Lines without a
 * code are skipped. Everything that a line names must be in the line of the same day, or, where it names no day, in one
 * and the same line.
 */
export function compareKept(text: string, history: readonly LinkedAnchor[]): KeptLine[] {
  const byDay = new Map(history.map((anchor) => [anchor.day, anchor]));
  const byCode = new Map(history.flatMap((anchor) => codesOf(anchor).map((code) => [code, anchor])));
  const bySeal = new Map(history.map((anchor) => [sealOf(anchor.head), anchor]));
  return text
    .toLowerCase()
    .split(/\r?\n/)
    .flatMap((line) => {
      const codes = line.match(codePattern) ?? [];
      const [first] = codes;
      if (first === undefined) return [];
      const day = dayPattern.exec(line)?.[0];
      const now = day === undefined ? (byCode.get(first) ?? bySeal.get(sealOf(first))) : byDay.get(day);
      const isSame = now !== undefined && codes.every((code) => codesOf(now).includes(code));
      const kept = [...(day === undefined ? [] : [day]), ...codes].join(" ");
      return [{ kept, outcome: isSame ? "same" : now ? "changed" : "missing", now } as const];
    });
}

function codesOf({ head, root, link }: LinkedAnchor): string[] {
  return root === null ? [head, link] : [head, root, link];
}

/** Undefined for a code without a number: it names no seal. */
function sealOf(code: string): string | undefined {
  return /^(\d+):/.exec(code)?.[1];
}
