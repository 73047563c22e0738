import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { processFile } from "../process-file.ts";

/** A node of the product, which can be killed and started again. */
export interface ApiNode {
  /** Undefined while it is down. */
  readonly url: string | undefined;
  readonly isRunning: boolean;
  /** Whether a kill is a real one. */
  readonly isProcess: boolean;
  start(): Promise<void>;
  /** Like a machine that fails: nothing is finished. */
  kill(): Promise<void>;
  /** Finishes running requests first. */
  stop(): Promise<unknown>;
}

/** A node in its own process, as in production. */
export class ApiProcess implements ApiNode {
  readonly isProcess = true;
  readonly #env: Record<string, string>;
  readonly #file: string;
  #child: ChildProcess | undefined;
  url: string | undefined;

  /** With `root` another release is started than this one. */
  constructor(env: Record<string, string>, root?: string) {
    this.#env = env;
    this.#file =
      root === undefined
        ? processFile(new URL("../../main.ts", import.meta.url))
        : join(root, "server/src/main.ts");
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#file], {
      env: {
        ...pick("PATH", "NODE_COMPILE_CACHE"),
        HOST: "127.0.0.1",
        PORT: "0",
        DEMO: "false",
        ...this.#env,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    // The process that runs this may end at any time.
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
      // With an address for the public, which is https, the process also prints where it listens.
      this.url = /(?:FC Portal|Listens on)\s+(http:\S+)/.exec(output)?.[1];
      if (this.url !== undefined) break;
    }
    if (this.url === undefined) throw new Error(`The API process did not start: ${output}`);
  }

  /** Undefined before the first start. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Finishes running requests first. Returns what the process ended with. */
  async stop(): Promise<number | null> {
    await this.#end("SIGTERM");
    return this.#child?.exitCode ?? null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.url = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}

/** Nothing else of what surrounds the test may reach the process, such as the address of a database. */
function pick(...names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
