import { sql, type RawBuilder } from "kysely";

/** Must be the expression of the index members_search, letter for letter: else the index is not used. */
const searched = sql`lower(' ' || member.name || ' ' || member.ref_id || ' ' || member.email || ' ' || member.phone)`;

/** The same for the index members_name_search. */
const searchedName = sql`lower(' ' || translate(member.name, '.-', '  '))`;

/**
 * Whether a row of `member` matches what an operator typed: every word must be part of user id, name, e-mail or number.
 * The index knows groups of three letters, so a shorter word is only searched at the beginning of words.
 */
export function matchesMember(typed: string): RawBuilder<boolean> {
  const words = typed.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Text without letters and digits matches nobody.
  if (words.length === 0) return sql<boolean>`${typed.trim() === ""}::boolean`;
  const conditions = words.map((word) => sql`${searched} like lower(${patternOf(word)})`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function patternOf(word: string): string {
  const escaped = escapedForLike(word);
  return word.length < 3 && /^[\p{L}\p{N}]/u.test(word) ? `% ${escaped}%` : `%${escaped}%`;
}

/** Whether every typed word begins a word of the name of a row of `member`. */
export function matchesName(typed: string): RawBuilder<boolean> {
  const words = typed.split(/[\s.-]+/).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return sql<boolean>`false`;
  const conditions = words.map((word) => sql`${searchedName} like lower(${`% ${escapedForLike(word)}%`})`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function escapedForLike(word: string): string {
  return word.replace(/[\\%_]/g, (character) => `\\${character}`);
}
