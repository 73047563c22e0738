/** What a page of the handbook consists of. It is written in the part of Markdown that is read here. */
export type Block =
  | { kind: "title" | "heading" | "paragraph"; text: string }
  /** A file of docs/screenshots, and what is to be seen in it. */
  | { kind: "picture"; text: string; file: string }
  | { kind: "list"; items: string[] }
  | { kind: "steps"; first: number; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

export function blocksOf(page: string): Block[] {
  return page
    .split(/\n\s*\n/)
    .map((part) => part.split("\n").map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ""))
    .flatMap((lines) => blockOf(lines) ?? []);
}

function blockOf(lines: string[]): Block | undefined {
  const text = lines.join(" ");
  if (text === "") return undefined;
  const [, seen, file] = /^!\[(.+)\]\(\.\.\/screenshots\/([\w-]+\.png)\)$/.exec(text) ?? [];
  if (seen !== undefined && file !== undefined) return { kind: "picture", text: seen, file };
  if (text.startsWith("# ")) return { kind: "title", text: text.slice(2) };
  if (text.startsWith("## ")) return { kind: "heading", text: text.slice(3) };
  if (text.startsWith("- ")) return { kind: "list", items: lines.map((line) => line.replace(/^- /, "")) };
  const first = /^(\d+)\. /.exec(text)?.[1];
  if (first !== undefined) {
    return { kind: "steps", first: Number(first), items: lines.map((line) => line.replace(/^\d+\. /, "")) };
  }
  if (!text.startsWith("|")) return { kind: "paragraph", text };
  const [head = [], , ...rows] = lines.map(cellsOf);
  return { kind: "table", head, rows };
}

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** A part of a line: plain, bold (what is on the screen), or a link to another page of the handbook. */
export interface Part {
  text: string;
  isBold?: true;
  /** The name of the page. */
  page?: string;
}

export function partsOf(line: string): Part[] {
  return line
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([\w-]+\.md\))/)
    .filter((text) => text !== "")
    .map((text) => {
      const [, linked, page] = /^\[(.+)\]\((.+)\.md\)$/.exec(text) ?? [];
      if (linked !== undefined && page !== undefined) return { text: linked, page };
      return text.startsWith("**") ? { text: text.slice(2, -2), isBold: true } : { text };
    });
}
