import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalChain } from "../../development/local-chain/local-chain.ts";
import { answer } from "../../development/local-chain/rpc.ts";

interface RpcRequest {
  method: string;
  params: unknown[];
}

/** What is wrong with an endpoint. All of it can change while it runs. */
export interface Faults {
  /** The connection ends without an answer. */
  isDown: boolean;
  /** It never answers. */
  isSilent: boolean;
  delayMs: number;
  isTooBusy: boolean;
  answersNonsense: boolean;
  /** It takes transactions and does nothing with them. */
  dropsTransactions: boolean;
  /** It knows nothing of the newest blocks. */
  lagsBlocks: number;
  /** Answers with an error; undefined answers as usual. */
  refuse: ((request: RpcRequest) => string | undefined) | undefined;
  /** Changes a result; undefined leaves it as it is. */
  lie: ((request: RpcRequest, result: unknown) => unknown) | undefined;
}

export const noFaults: Faults = {
  isDown: false,
  isSilent: false,
  delayMs: 0,
  isTooBusy: false,
  answersNonsense: false,
  dropsTransactions: false,
  lagsBlocks: 0,
  refuse: undefined,
  lie: undefined,
};

export interface FaultyEndpoint {
  url: string;
  faults: Faults;
  /** The methods that it was asked for. */
  asked: string[];
  stop(): Promise<void>;
}

/** A node of the local chain that can be made to fail in the ways that real ones do. */
export async function startFaultyEndpoint(chain: LocalChain, path = ""): Promise<FaultyEndpoint> {
  const faults: Faults = { ...noFaults };
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest;
      asked.push(body.method);
      respond(chain, faults, body, response).catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    faults,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(chain: LocalChain, faults: Faults, body: RpcRequest, response: ServerResponse) {
  if (faults.isSilent) return;
  if (faults.delayMs > 0) await sleep(faults.delayMs);
  if (faults.isDown) return response.destroy();
  if (faults.isTooBusy) return response.writeHead(429).end("Too Many Requests");
  if (faults.answersNonsense) return response.writeHead(200).end("<html>Maintenance</html>");
  const said = await answerWith(chain, faults, body);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
}

async function answerWith(chain: LocalChain, faults: Faults, body: RpcRequest): Promise<object> {
  if (faults.dropsTransactions && body.method === "eth_sendRawTransaction") {
    const { keccak256 } = await import("viem/utils");
    return { result: keccak256(body.params[0] as `0x${string}`) };
  }
  const refusal = faults.refuse?.(body);
  if (refusal !== undefined) return { error: { code: -32_000, message: refusal } };
  const said = (await answer(chain, lagging(chain, faults.lagsBlocks, body))) as { result?: unknown };
  const seen =
    faults.lagsBlocks > 0 ? { ...said, result: withoutNewest(chain, faults.lagsBlocks, said.result) } : said;
  if (!("result" in seen) || faults.lie === undefined) return seen;
  const lie = faults.lie(body, seen.result);
  return lie === undefined ? seen : { ...seen, result: lie };
}

/** The same question about an earlier block. */
function lagging(chain: LocalChain, blocks: number, body: RpcRequest): RpcRequest {
  if (blocks === 0) return body;
  const params = body.params.map((param) => {
    if (param !== "latest" && param !== "finalized" && param !== "pending") return param;
    const { number } = chain.blockAt(param)!;
    return `0x${(number > BigInt(blocks) ? number - BigInt(blocks) : 0n).toString(16)}`;
  });
  return { ...body, params };
}

/** A transaction or receipt of a block that a lagging endpoint does not have, is nothing; a log is left out. */
function withoutNewest(chain: LocalChain, blocks: number, result: unknown): unknown {
  const last = chain.head.number - BigInt(blocks);
  const isNewer = (part: unknown) => {
    const { blockNumber } = Object(part) as { blockNumber?: string | null };
    return typeof blockNumber === "string" && BigInt(blockNumber) > last;
  };
  if (Array.isArray(result)) return result.filter((part) => !isNewer(part));
  return isNewer(result) ? null : result;
}
