import { sure } from "@fc/contract/sure";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";

/** A password to be hashed, or to be compared with a hash. */
export type Argon2Work = { password: string; cost: Options } | { password: string; hash: string };
export type Argon2Answer = { result: string | boolean } | { problem: string };

/** The process's, as its processors are. As many as there were calls at once, which `passwordTurns` limits. */
const idle: Worker[] = [];

/**
 * argon2 on a thread of its own, as many threads as there are calls at once. Such a thread works when the processors
 * have nothing else to do: a storm of sign-ins must not delay everybody else.
 */
export function hash(password: string, cost: Options): Promise<string> {
  return onThread({ password, cost }).then(String);
}

export function verify(passwordHash: string, password: string): Promise<boolean> {
  return onThread({ password, hash: passwordHash }).then((isRight) => isRight === true);
}

/** One that ends, for whatever reason, fails its caller and is not used again. */
function startThread(): Worker {
  const thread = new Worker(new URL("./argon2-thread.ts", import.meta.url), { name: "argon2" });
  // Without a listener, an error of an idle one would end the process.
  thread.on("error", () => undefined);
  thread.once("exit", () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  });
  return thread;
}

async function onThread(work: Argon2Work): Promise<string | boolean> {
  const thread = idle.pop() ?? startThread();
  const ended = new AbortController();
  const end = () => ended.abort();
  thread.once("exit", end);
  // The process waits for it while it works, and does not otherwise.
  thread.ref();
  thread.postMessage(work);
  const [answer]: Argon2Answer[] = await once(thread, "message", { signal: ended.signal });
  thread.unref();
  thread.off("exit", end);
  idle.push(thread);
  const given = sure(answer);
  if ("problem" in given) throw new Error(given.problem);
  return given.result;
}
