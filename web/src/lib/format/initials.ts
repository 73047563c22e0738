/** Up to two letters for an avatar; whole characters, so that Hindi signs stay with their letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map(firstCharacter).join("").toUpperCase();
}

function firstCharacter(word = ""): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(word);
  return first?.segment ?? "";
}
