import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import type pg from "pg";

declare module "pg" {
  /** What pg's types do not name of its connection: the messages of COPY. */
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
  }
}

const blockBytes = 256 * 1024;

/**
 * The rows of `copy … to stdout`, in PostgreSQL's own text. A slow reader slows the server down, so that a table of any
 * size needs little memory. A reader that gives up ends the connection.
 */
export class CopyOut extends Readable {
  readonly #text: string;
  #connection: pg.Connection | undefined;
  #block = Buffer.allocUnsafe(blockBytes);
  #filled = 0;
  rows = 0;

  constructor(text: string) {
    super({ highWaterMark: 4 * blockBytes });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** One row. Its bytes are only valid now: the connection reuses its buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > blockBytes) this.#pushBlock();
    if (chunk.length > blockBytes) {
      this.#push(Buffer.from(chunk));
      return;
    }
    chunk.copy(this.#block, this.#filled);
    this.#filled += chunk.length;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(" ").at(-1));
    this.#pushBlock();
  }

  handleReadyForQuery(): void {
    this.#connection = undefined;
    this.push(null);
  }

  handleError(error: Error): void {
    this.#connection = undefined;
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.destroy();
    done(error);
  }

  #pushBlock(): void {
    if (this.#filled === 0) return;
    this.#push(this.#block.subarray(0, this.#filled));
    this.#block = Buffer.allocUnsafe(blockBytes);
    this.#filled = 0;
  }

  #push(block: Buffer): void {
    if (!this.push(block)) this.#connection?.stream.pause();
  }
}

/** Takes the text of `copy … from stdin`. It finishes when the server has stored all rows. */
export class CopyIn extends Writable {
  readonly #text: string;
  readonly #isReady = Promise.withResolvers<void>();
  readonly #isStored = Promise.withResolvers<void>();
  #connection: pg.Connection | undefined;
  rows = 0;

  constructor(text: string) {
    super({ highWaterMark: 4 * blockBytes });
    this.#text = text;
    // An error is told by the stream itself.
    this.#isReady.promise.catch(() => undefined);
    this.#isStored.promise.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyInResponse(): void {
    this.#isReady.resolve();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(" ").at(-1));
  }

  handleReadyForQuery(): void {
    this.#connection = undefined;
    this.#isStored.resolve();
  }

  handleError(error: Error): void {
    this.#connection = undefined;
    this.#isReady.reject(error);
    this.#isStored.reject(error);
    this.destroy(error);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#finish().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.destroy();
    done(error);
  }

  async #send(chunk: Buffer): Promise<void> {
    await this.#isReady.promise;
    if (!this.#connection) return;
    this.#connection.sendCopyFromChunk(chunk);
    const { stream } = this.#connection;
    if (stream.writableNeedDrain) await Promise.race([once(stream, "drain"), this.#isStored.promise]);
  }

  async #finish(): Promise<void> {
    await this.#isReady.promise;
    this.#connection?.endCopyFrom();
    await this.#isStored.promise;
  }
}
