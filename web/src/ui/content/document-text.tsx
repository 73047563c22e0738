import { sure } from "@fc/contract/sure";
import { blocksOf, type TextBlock } from "@fc/contract/documents/kinds";
import type { CSSProperties, ReactNode } from "react";

interface DocumentTextProps {
  text: string;
  lang?: string;
  /** What its reader knows already: a line that is not in it is marked as new. */
  before?: string;
}

/** A document's text with its headings and lists. */
export function DocumentText({ text, lang, before }: DocumentTextProps) {
  const known = before === undefined ? undefined : new Set(linesOf(before));
  const marked = (line: string) => (known && !known.has(line) ? <NewLine>{line}</NewLine> : line);
  return (
    <div className="stack any-length" lang={lang}>
      {blocksOf(text).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text does not change while it is shown
        <Block key={index} block={block} marked={marked} />
      ))}
    </div>
  );
}

function Block({
  block: { kind, lines },
  marked,
}: {
  block: TextBlock;
  marked: (line: string) => ReactNode;
}) {
  if (kind === "heading") return <h3>{marked(sure(lines[0]))}</h3>;
  if (kind === "paragraph") return <p>{marked(sure(lines[0]))}</p>;
  return (
    <ul style={{ margin: 0, paddingInlineStart: "1.25rem" }}>
      {lines.map((line) => (
        <li key={line}>{marked(line)}</li>
      ))}
    </ul>
  );
}

const newLineStyle: CSSProperties = {
  display: "block",
  textDecoration: "none",
  borderInlineStart: "3px solid var(--mantine-primary-color-filled)",
  paddingInlineStart: "0.5rem",
};

function NewLine({ children }: { children: string }) {
  return <ins style={newLineStyle}>{children}</ins>;
}

/** The headings, paragraphs and points of a text that are not in another one. */
export function linesOnlyIn(text: string, other: string): string[] {
  const known = new Set(linesOf(other));
  return linesOf(text).filter((line) => !known.has(line));
}

function linesOf(text: string): string[] {
  return blocksOf(text).flatMap(({ lines }) => lines);
}
