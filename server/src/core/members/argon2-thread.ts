import { sure } from "@fc/contract/sure";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync } from "@node-rs/argon2";
import type { Argon2Answer, Argon2Work } from "./argon2.ts";
import { comparePassword } from "./foreign-hashes.ts";

/** Far below the usual 0, so that all other work goes first and this gets what it leaves. */
const niceness = 15;

yieldToOthers();
sure(parentPort).on("message", (work: Argon2Work) => sure(parentPort).postMessage(answerTo(work)));

function answerTo(work: Argon2Work): Argon2Answer {
  try {
    if ("hash" in work) return { result: comparePassword(work.hash, work.password) };
    return { result: hashSync(work.password, work.cost) };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** On Linux this concerns the thread that calls it. Elsewhere it would be the whole process. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(niceness);
  } catch {
    // Where it is not allowed, this thread runs like all others.
  }
}
