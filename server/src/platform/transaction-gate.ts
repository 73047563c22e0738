import type { CompiledQuery, ConnectionProvider, DatabaseConnection, QueryResult } from "kysely";

/** A statement came after the work of its transaction had ended. It was not sent. */
export class TransactionOver extends Error {
  override readonly name = "TransactionOver";
}

/**
 * Runs the work of one transaction. Its statements reach the connection only through a gate, and the gate shuts as soon
 * as the work returns or throws, before the caller sends `commit` or `rollback`. Without it, a branch of `Promise.all`
 * that goes on after another one threw would write after the rollback, or into the next transaction of the connection.
 * Only statements that are sent already are waited for; PostgreSQL's time limit ends them. A branch may never end.
 */
export async function throughGate<Result>(
  connection: DatabaseConnection,
  work: (provider: ConnectionProvider) => Promise<Result>,
): Promise<Result> {
  const gate = new Gate(connection);
  let result: Result;
  try {
    result = await work({ provideConnection: (consumer) => consumer(gate) });
  } catch (error) {
    await gate.shut();
    throw error;
  }
  const unanswered = await gate.shut();
  if (unanswered === 0) return result;
  throw new Error(
    `The work of a transaction returned before ${unanswered} of its statements were answered, so it is rolled back`,
  );
}

/** The connection as the statements of one transaction see it. */
class Gate implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #unanswered = new Set<Promise<unknown>>();
  #isShut = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Refuses statements from this call on. Returns how many had no answer yet, after they have got one. */
  async shut(): Promise<number> {
    this.#isShut = true;
    const unanswered = [...this.#unanswered];
    await Promise.allSettled(unanswered);
    return unanswered.length;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isShut) throw new TransactionOver(`The transaction is over: ${query.sql.slice(0, 100)}`);
    const answer = this.#connection.executeQuery<Row>(query);
    this.#unanswered.add(answer);
    try {
      return await answer;
    } finally {
      // Before the caller goes on, so that work which has awaited all of its statements returns with none unanswered.
      this.#unanswered.delete(answer);
    }
  }

  streamQuery(): never {
    throw new Error(
      "A transaction reads long tables in batches: a stream may stay open after the transaction",
    );
  }
}
