/** Marks a text for translation where it is data and is shown elsewhere. */
export function msg<const T extends string>(text: T): T {
  return text;
}
