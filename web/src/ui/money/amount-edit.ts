import { readAmount, type AmountFormat } from "@fc/contract/typed-amount";

/** What stands before the edited place, what was put there, and what stands behind it. */
export interface AmountEdit {
  head: string;
  inserted: string;
  tail: string;
}

/**
 * What the field shows after an edit: a grouped amount, or what was typed if it is none. The separators of a grouped
 * amount are the field's own and move along; those that a person types must be where separators belong.
 */
export function editedAmount(before: string, edit: AmountEdit, format: AmountFormat): string {
  const asTyped = edit.head + edit.inserted + edit.tail;
  const hasOwnSeparators = isGrouped(before, format);
  const ungrouped = hasOwnSeparators
    ? withoutCommas(edit.head) + edit.inserted + withoutCommas(edit.tail)
    : asTyped;
  // A person who types separators, or puts in a text that has some, may continue those of the field.
  const texts = /[,٬\s]/u.test(edit.inserted) ? [asTyped, ungrouped] : [ungrouped];
  for (const text of texts) {
    // After a space there is more to come: 5 may become 5 000.
    const read = /\s$/u.test(text) ? undefined : readAmount(text, format);
    if (read && "shown" in read) return read.shown;
  }
  return texts[0] ?? asTyped;
}

/** The one edit that leads from a text to another. */
export function editBetween(before: string, after: string): AmountEdit {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const tailFrom = after.length - tail;
  return { head: after.slice(0, head), inserted: after.slice(head, tailFrom), tail: after.slice(tailFrom) };
}

function isGrouped(text: string, format: AmountFormat): boolean {
  const read = readAmount(text, format);
  return read !== undefined && "shown" in read && read.shown === text;
}

function withoutCommas(text: string): string {
  return text.replaceAll(",", "");
}

/**
 * The caret's place in a text with that many characters behind it, commas not counted. It is counted from the end,
 * because a zero that is put before a point, or taken away, stands at the beginning.
 */
export function caretWithBehind(text: string, behind: number): number {
  let left = behind;
  for (let place = text.length; place > 0; place--) {
    if (left === 0 && text[place - 1] !== ",") return place;
    if (text[place - 1] !== ",") left--;
  }
  return 0;
}

export function charactersBehind(text: string, caret: number): number {
  return withoutCommas(text.slice(caret)).length;
}
