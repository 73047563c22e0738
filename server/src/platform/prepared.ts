import { createHash } from "node:crypto";
import pg from "pg";

/** A statement is prepared once it was sent this often: those made up for a single use are not worth keeping. */
const usesBefore = 3;
/** Every connection keeps what is prepared; beyond so many it would cost more memory than it saves time. */
const mostPrepared = 1000;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** What takes all columns of a table would fail from the moment that a migration adds one, until the node restarts. */
const takesAllColumns = /\*\s+from|returning\s+\*|\.\*/;

function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined) return known;
  if (takesAllColumns.test(statement)) return undefined;
  const count = (uses.get(statement) ?? 0) + 1;
  if (count < usesBefore || names.size >= mostPrepared) {
    if (uses.size >= mostPrepared) uses.clear();
    uses.set(statement, count);
    return undefined;
  }
  uses.delete(statement);
  const name = createHash("sha256").update(statement).digest("base64url").slice(0, 32);
  names.set(statement, name);
  return name;
}

/**
 * A connection that prepares what it is asked again and again: parsing and planning a short statement costs
 * PostgreSQL as much as running it. Whether to keep one plan for all values it decides by what that would cost.
 */
export class PreparingClient extends pg.Client {
  // The signature is pg's own, with all its forms; only text with values is looked at.
  override query(...given: unknown[]): never {
    const [statement, values, ...rest] = given;
    if (typeof statement === "string" && Array.isArray(values) && values.length > 0) {
      const name = nameOf(statement);
      if (name !== undefined) return super.query({ name, text: statement, values }, ...(rest as [])) as never;
    }
    return super.query(...(given as [string])) as never;
  }
}
