import { textField, fieldOf } from "@fc/contract/sure";
import { errorCode } from "../error-code.ts";
import * as z from "zod";

/** An endpoint said nothing to rely on: it was silent, too busy, refused, or answered nonsense. */
export class NoAnswer extends Error {
  /** What it said, if it answered with an error. */
  readonly refusal: { code: number; message: string } | undefined;

  constructor(message: string, refusal?: { code: number; message: string }) {
    super(message);
    this.refusal = refusal;
  }
}

/** Asks one endpoint. An answer of another shape counts as none. */
export type Call = <S extends z.ZodType>(method: string, params: unknown[], shape: S) => Promise<z.output<S>>;

const envelope = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

const chainIdShape = z.string().regex(/^0x[\da-f]{1,12}$/i);
/** An answer with more is nonsense, or an attempt to fill our memory. */
const mostBytes = 32_000_000;

interface EndpointOptions {
  url: string;
  name: string;
  chainId: number;
  timeoutMs: number;
}

/** One JSON-RPC server. Its address is never shown, because it often contains a key. */
export class Endpoint {
  readonly name: string;
  readonly #options: EndpointOptions;
  #isOfOurChain = false;

  constructor(options: EndpointOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Also checks the chain once: an endpoint that was down at the start could be one of another chain. */
  readonly call: Call = async (method, params, shape) => {
    if (!this.#isOfOurChain && method !== "eth_chainId") {
      const chainId = await this.call("eth_chainId", [], chainIdShape);
      if (Number(chainId) !== this.#options.chainId) {
        throw new NoAnswer(`it is an endpoint of chain ${Number(chainId)}, not of ${this.#options.chainId}`);
      }
      this.#isOfOurChain = true;
    }
    return this.#read(await this.#post({ jsonrpc: "2.0", id: 1, method, params }), method, shape);
  };

  #read<S extends z.ZodType>(text: string, method: string, shape: S): z.output<S> {
    const answer = envelope.safeParse(parsed(text));
    if (!answer.success) throw new NoAnswer(`its answer to ${method} is not JSON-RPC`);
    if ("error" in answer.data) {
      const { code } = answer.data.error;
      const message = this.#withoutKeys(answer.data.error.message);
      throw new NoAnswer(`it refused ${method}: ${message}`, { code, message });
    }
    const result = shape.safeParse(answer.data.result);
    if (!result.success) throw new NoAnswer(`its answer to ${method} is not possible`);
    return result.data;
  }

  async #post(body: unknown): Promise<string> {
    const { url, timeoutMs } = this.#options;
    const { username, password } = new URL(url);
    const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    const response = await fetch(withoutLogin(url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(username === "" ? {} : { authorization: `Basic ${login.toString("base64")}` }),
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw silence(error, timeoutMs);
    });
    // Some servers answer an error of JSON-RPC with status 400 or 500, so those are read.
    if (response.status === 429) throw new NoAnswer("it has too many requests (429)");
    return textWithin(mostBytes, response).catch((error: unknown) => {
      throw error instanceof NoAnswer ? error : silence(error, timeoutMs);
    });
  }

  /** What a server says may repeat the key of its address. */
  #withoutKeys(message: string): string {
    const { pathname, search, password } = new URL(this.#options.url);
    const keys = [...pathname.split("/"), ...new URLSearchParams(search).values(), password];
    return keys
      .filter((key) => key.length >= 8)
      .reduce((text, key) => text.replaceAll(key, "…"), message.slice(0, 300));
  }
}

function withoutLogin(address: string): URL {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url;
}

function silence(error: unknown, timeoutMs: number): NoAnswer {
  if (textField(error, "name") === "TimeoutError")
    return new NoAnswer(`it did not answer within ${timeoutMs / 1000} s`);
  return new NoAnswer(`it cannot be reached (${errorCode(fieldOf(error, "cause")) ?? "connection lost"})`);
}

async function textWithin(bytes: number, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytes) throw new NoAnswer("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
