import type { RunningServer } from "../../start.ts";
import { startServerHere } from "../commands.ts";
import type { ApiNode } from "./api-process.ts";

/** A node in the process of the tests, where no process has to be killed: its start takes a tenth of the time. */
export class NodeHere implements ApiNode {
  readonly isProcess = false;
  readonly #env: Record<string, string>;
  #server: RunningServer | undefined;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  get url(): string | undefined {
    return this.#server?.url;
  }

  get isRunning(): boolean {
    return this.#server !== undefined;
  }

  async start(): Promise<void> {
    this.#server = await startServerHere(this.#env);
  }

  kill(): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}
