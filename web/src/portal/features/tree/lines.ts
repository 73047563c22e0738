export type Measure = (text: string) => number;

/** Breaks a text between words into at most `maxLines` lines; what does not fit ends in an ellipsis. */
export function linesOf(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const words = text.trim().split(/\s+/);
  const lines: string[] = [];
  while (words.length > 0) {
    if (lines.length === maxLines - 1) return [...lines, cut(words.join(" "), width, measure)];
    let line = words.shift() ?? "";
    while (words.length > 0 && measure(`${line} ${words[0]}`) <= width) line += ` ${words.shift()}`;
    lines.push(cut(line, width, measure));
  }
  return lines;
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** By whole characters, so that Hindi signs stay with their letter. */
function cut(line: string, width: number, measure: Measure): string {
  if (measure(line) <= width) return line;
  const kept = Array.from(characters.segment(line), ({ segment }) => segment);
  while (kept.length > 1) {
    kept.pop();
    const shorter = `${kept.join("").trimEnd()}…`;
    if (measure(shorter) <= width) return shorter;
  }
  return "…";
}
