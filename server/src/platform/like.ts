/** What was typed anywhere in a text, also where it has characters that mean something to LIKE. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
