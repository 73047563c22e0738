/** Marks a text for translation where it stands as data and is shown elsewhere. */
export function msg<const T extends string>(text: T): T {
  return text;
}
