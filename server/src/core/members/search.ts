import { sql, type RawBuilder } from "kysely";

/** As the index members_search has it, letter for letter: else it would not be used. */
const searched = sql`lower(' ' || member.name || ' ' || member.ref_id || ' ' || member.email || ' ' || member.phone)`;

/**
 * Whether a row of `member` is meant by what an operator typed: any part of user id, name, e-mail or number, every
 * word of it. The index knows three letters at a time, so a shorter word is looked for where words begin.
 */
export function matchesMember(typed: string): RawBuilder<boolean> {
  const words = typed.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Signs alone name nobody.
  if (words.length === 0) return sql<boolean>`${typed.trim() === ""}::boolean`;
  const conditions = words.map((word) => sql`${searched} like lower(${patternOf(word)})`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function patternOf(word: string): string {
  const escaped = word.replace(/[\\%_]/g, (character) => `\\${character}`);
  return word.length < 3 && /^[\p{L}\p{N}]/u.test(word) ? `% ${escaped}%` : `%${escaped}%`;
}
