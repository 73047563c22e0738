import net from "node:net";

export interface Answer {
  status: number;
  /** The lines before the body. */
  head: string;
  /** As it was sent: it may be compressed and in chunks. */
  body: string;
}

export interface Asked {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | number>>;
  body: string;
}

/**
 * A connection that stays open and asks one thing after the other. Node's own client costs as much as the server that
 * is measured, on the same two cores; a browser's work is not the server's.
 */
export class HttpConnection {
  readonly #socket: net.Socket;
  #received = "";
  #settle: ((answer: Answer | Error) => void) | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk) => this.#receive(String(chunk)));
    this.#socket.on("error", (error) => this.#settle?.(error));
    this.#socket.on("close", () => this.#settle?.(new Error("The server closed the connection")));
  }

  ask({ method, path, headers, body }: Asked): Promise<Answer> {
    const lines = Object.entries({ host: "bench", ...headers, "content-length": Buffer.byteLength(body) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return new Promise((resolve, reject) => {
      this.#settle = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer));
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
    });
  }

  /** False after the server has closed it, as it does with one that was idle for long. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const body = this.#received.slice(headEnd + 4);
    if (!isComplete(head, body)) return;
    const status = Number(this.#received.slice(9, 12));
    this.#received = "";
    this.#settle?.({ status, head, body });
  }
}

const lastChunk = "0\r\n\r\n";

function isComplete(head: string, body: string): boolean {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  // In chunks. Compressed bytes do not end like this by chance just where a packet ends.
  return body === lastChunk || body.endsWith(`\r\n${lastChunk}`);
}
