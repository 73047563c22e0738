import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { dbOf, ReplicaFailed, type ReadDb } from "../db.ts";
import type { Refusal, ReplicaTransaction } from "./connections.ts";

/** Why a read was not answered by a replica: the statement failed there, or it was refused. */
export type PrimaryReason = Refusal | "failed";

export interface ReadSource {
  /** Its `init` was called. */
  primary: Driver;
  open(settings: TransactionSettings): Promise<ReplicaTransaction | Refusal>;
  /** What is opened later has at least this. */
  saw(position: bigint): void;
  count(from: "replica" | PrimaryReason): void;
}

/** The database of one request: a replica answers each statement, or else the primary, and from then on the primary. */
export function readsFrom(source: ReadSource): ReadDb {
  return dbOf({
    createDriver: () => new ReadDriver(source),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (whole) => new PostgresIntrospector(whole),
  });
}

class ReadDriver implements Driver {
  readonly #source: ReadSource;
  /** Once the primary has answered, the request stays there: time must not go backwards within it. */
  #staysBecause: PrimaryReason | undefined;
  /** Done when it is known what the ended statements saw. The next one may be answered by another replica. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(source: ReadSource) {
    this.#source = source;
  }

  async init(): Promise<void> {}
  /** The connections belong to all requests. */
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<ReadConnection> {
    return new ReadConnection((query) => this.#readOnce(query));
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: ReadConnection, settings: TransactionSettings): Promise<void> {
    const replica = await this.#open(settings);
    if (replica) {
      const executeQuery = async <Row>(query: CompiledQuery) => {
        try {
          return await replica.executeQuery<Row>(query);
        } catch (error) {
          this.#staysBecause = "failed";
          throw new ReplicaFailed("The replica did not answer to the end", { cause: error });
        }
      };
      connection.transaction = { executeQuery, end: async () => this.#end(replica) };
      return;
    }
    const { primary } = this.#source;
    const used = await primary.acquireConnection();
    const end = async (way: "commitTransaction" | "rollbackTransaction") => {
      try {
        await primary[way](used);
      } finally {
        await primary.releaseConnection(used);
      }
    };
    try {
      await primary.beginTransaction(used, settings);
    } catch (error) {
      await primary.releaseConnection(used);
      throw error;
    }
    connection.transaction = { executeQuery: (query) => used.executeQuery(query), end };
  }

  async commitTransaction(connection: ReadConnection): Promise<void> {
    await connection.transaction?.end("commitTransaction");
  }

  async rollbackTransaction(connection: ReadConnection): Promise<void> {
    await connection.transaction?.end("rollbackTransaction");
  }

  async #open(settings: TransactionSettings): Promise<ReplicaTransaction | undefined> {
    await this.#ended;
    const { count, open } = this.#source;
    const opened = this.#staysBecause ?? (await open(settings));
    if (typeof opened !== "string") {
      count("replica");
      return opened;
    }
    this.#staysBecause = opened;
    count(opened);
    return undefined;
  }

  /** Its caller does not wait for it: it has only read. */
  #end(replica: ReplicaTransaction): void {
    this.#ended = Promise.all([this.#ended, this.#noteEnd(replica)]);
  }

  async #noteEnd(replica: ReplicaTransaction): Promise<void> {
    const position = await replica.end();
    if (position === undefined) this.#staysBecause = "failed";
    else this.#source.saw(position);
  }

  async #readOnce<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const replica = await this.#open({});
    if (replica) {
      try {
        return await replica.executeQuery<Row>(query);
      } catch {
        // Whatever it was, the primary knows better: a statement that is wrong fails there too.
        this.#staysBecause = "failed";
        this.#source.count("failed");
      } finally {
        this.#end(replica);
      }
    }
    const { primary } = this.#source;
    const used = await primary.acquireConnection();
    try {
      return await used.executeQuery<Row>(query);
    } finally {
      await primary.releaseConnection(used);
    }
  }
}

interface OpenTransaction {
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  end(way: "commitTransaction" | "rollbackTransaction"): Promise<void>;
}

class ReadConnection implements DatabaseConnection {
  readonly #readOnce: OpenTransaction["executeQuery"];
  transaction: OpenTransaction | undefined;

  constructor(readOnce: OpenTransaction["executeQuery"]) {
    this.#readOnce = readOnce;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.transaction ? this.transaction.executeQuery(query) : this.#readOnce(query);
  }

  streamQuery(): never {
    throw new Error("Long tables are read in batches");
  }
}
