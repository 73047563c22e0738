import { createHash } from "node:crypto";
import pg from "pg";

/** A statement is prepared when it is sent for this time: one that is used only once is not worth keeping. */
const usesBefore = 3;
/** Every connection keeps what is prepared; more statements would cost more memory than they save time. */
const maxPrepared = 1000;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/**
 * A prepared statement that selects all columns of a table fails after a migration adds one, until the node restarts.
 * The columns of `unnested` are those that the statement names itself.
 */
const takesAllColumns = /\*\s+from\b(?!\s+unnest\()|returning\s+\*|\.\*/;

/**
 * What lasts longer than its transaction. Behind a pooler it would be missing in the next transaction, or would reach
 * another client: a lock that nobody releases, for instance. Such work uses the owner's direct address.
 */
const needsSession =
  /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|listen\b|unlisten\b|prepare\b|discard\b)|\bpg_(?:try_)?advisory_(?:lock|unlock)|\bset_config\([^)]*,\s*false\)|\bcreate\s+temp(?:orary)?\s+table\b(?![^;]*\bon\s+commit\s+drop\b)/i;

function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined) return known;
  if (takesAllColumns.test(statement)) return undefined;
  const count = (uses.get(statement) ?? 0) + 1;
  if (count < usesBefore || names.size >= maxPrepared) {
    if (uses.size >= maxPrepared) uses.clear();
    uses.set(statement, count);
    return undefined;
  }
  uses.delete(statement);
  const name = createHash("sha256").update(statement).digest("base64url").slice(0, 32);
  names.set(statement, name);
  return name;
}

/**
 * A connection that prepares statements that are sent again and again, because parsing and planning a short statement
 * costs PostgreSQL as much as running it. PostgreSQL itself decides whether one plan is good enough for all values.
 */
export class PreparingClient extends pg.Client {
  #isCollecting = false;

  // The signature is that of pg, with all its forms; only a text with values is prepared.
  override query(...given: unknown[]): never {
    this.#collect();
    const [statement, values, ...rest] = given;
    if (typeof statement === "string" && !names.has(statement) && needsSession.test(statement)) {
      throw new Error(`A pooled connection has no session for: ${statement.slice(0, 100)}`);
    }
    if (typeof statement === "string" && Array.isArray(values) && values.length > 0) {
      const name = nameOf(statement);
      if (name !== undefined) return this.#send({ name, text: statement, values }, ...rest);
    }
    return this.#send(...given);
  }

  #send(...given: unknown[]): never {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- passed on as it came, and answered in the same form
    return super.query(...(given as [string])) as never;
  }

  /** Sends the statements that are given at the same moment in one packet: each one costs as much as a short statement. */
  #collect(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }
}
