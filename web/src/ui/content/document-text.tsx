import { blocksOf, type TextBlock } from "@fc/contract/documents/kinds";

/** A document's text with its headings and lists. */
export function DocumentText({ text, lang }: { text: string; lang?: string }) {
  return (
    <div className="stack any-length" lang={lang}>
      {blocksOf(text).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text does not change while it is shown
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block: { kind, lines } }: { block: TextBlock }) {
  if (kind === "heading") return <h3>{lines[0]}</h3>;
  if (kind === "paragraph") return <p>{lines[0]}</p>;
  return (
    <ul style={{ margin: 0, paddingInlineStart: "1.25rem" }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
