import { normaliseRefId } from "@fc/contract/ref-id";
import { sql, type RawBuilder } from "kysely";

/** Whether a row of `member` is meant by what an operator typed: its user id, or part of its name. */
export function matchesMember(typed: string): RawBuilder<boolean> {
  const part = typed.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql<boolean>`(member.ref_id = ${normaliseRefId(typed)} or lower(member.name) like ${`%${part}%`})`;
}
