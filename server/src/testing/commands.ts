import { spawn } from "node:child_process";
import { vi } from "vitest";
import { startServer, type RunningServer } from "../start.ts";
import { processFile } from "./process-file.ts";

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command as a person does. */
export function startCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  input = "",
): { kill(): void; ended: Promise<Ended> } {
  const file = processFile(new URL(`../commands/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const ended = Promise.withResolvers<Ended>();
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => void (said.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => void (said.stderr += String(chunk)));
  child.on("error", ended.reject);
  child.on("close", (code) => ended.resolve({ code, ...said }));
  return { kill: () => void child.kill("SIGKILL"), ended: ended.promise };
}

/** Runs a command and returns what it prints and how it ends. */
export async function runCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  input?: string,
): Promise<Ended> {
  return startCommand(command, args, env, input).ended;
}

/** Runs the code of a command here, where a process of its own proves nothing and takes a second to start. */
export async function runHere(
  command: (args: string[], env: NodeJS.ProcessEnv) => Promise<void>,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const log = vi.spyOn(console, "log").mockImplementation((text) => void (said.stdout += `${text}\n`));
  const error = vi.spyOn(console, "error").mockImplementation((text) => void (said.stderr += `${text}\n`));
  const exitCode = process.exitCode;
  process.exitCode = 0;
  try {
    await command(args, env);
    return { code: process.exitCode, ...said };
  } finally {
    process.exitCode = exitCode;
    log.mockRestore();
    error.mockRestore();
  }
}

/** Starts a whole server here, for what a process of its own adds nothing to. */
export async function startServerHere(
  env: Record<string, string>,
  asked: Parameters<typeof startServer>[1] = {},
): Promise<RunningServer> {
  // What it tells the person who starts it would hide the report of the tests.
  const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const quiet = { HOST: "127.0.0.1", PORT: "0", MAIL_INBOX_PORT: "0", DEMO: "false", LOG_LEVEL: "fatal" };
    return await startServer({ ...quiet, ...env }, asked);
  } finally {
    told.mockRestore();
  }
}
