import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openGuard } from "../../core/approvals/plain-guards.ts";
import { payOut, payoutDepsOf } from "../../features/withdraw/payout-task.ts";
import { openChain } from "../../platform/chain/chain.ts";
import type { ChainPlace } from "../../platform/chain/place.ts";
import { ChainProblem, ChainSettingProblem } from "../../platform/chain/types.ts";
import { createDb, createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { processFile } from "../process-file.ts";
import type { FaultName } from "./faults.ts";
import { gated, type Gate, type Step } from "./gate.ts";

/** What a worker is told when it starts. */
export interface WorkerOrder {
  databaseUrl: string;
  place: ChainPlace;
  secretText: string;
}

export interface DrillTime {
  now: Date;
}

interface Watcher {
  fault: FaultName | undefined;
  time: DrillTime;
  /** Decides at each step whether the worker is killed there. */
  killsAt: (step: Step) => boolean;
  /** It has ended, and nobody had killed it. */
  onEnded: (how: { isExpected: boolean }) => void;
}

export interface DrillWorker {
  /** Kills it for good. */
  stop(): Promise<void>;
}

/** A machine that runs the drill is busy; what is down says so at once. */
const chainTimeoutMs = 5000;

/** Runs passes until it is killed. What an endpoint or a lost connection did to a pass is tried again by the next. */
export async function work(
  order: WorkerOrder,
  { gate, time }: { gate: Gate; time: DrillTime },
): Promise<never> {
  const pool = createPool({ url: loginUrlOf(order.databaseUrl), poolSize: 4 });
  try {
    const chain = gated(await openChain(order.place, { timeoutMs: chainTimeoutMs }), gate);
    const secretKey = secretKeyFrom(order.secretText);
    const db = createDb(pool);
    const deps = payoutDepsOf({ db, clock: () => time.now, secretKey, payoutGuard: openGuard }, chain);
    for (;;) {
      await gate("begins");
      await payOut(deps).catch((error: unknown) => {
        if (!(error instanceof ChainProblem)) throw error;
      });
    }
  } finally {
    await pool.end();
  }
}

/** A process of its own, killed with SIGKILL, and started again, as a supervisor does. */
export function startWorker(order: WorkerOrder, { fault, time, killsAt, onEnded }: Watcher): DrillWorker {
  const source = new URL("worker-process.ts", import.meta.url);
  // A fault is planted into a source while it is read.
  const file = fault === undefined ? processFile(source) : fileURLToPath(source);
  const planting = fileURLToPath(new URL("plant-fault.ts", import.meta.url));
  const execArgv = fault === undefined ? [] : ["--import", planting];
  const env = { ...process.env, ...(fault !== undefined && { DRILL_FAULT: fault }) };
  let child: ChildProcess;
  let isStopped = false;
  const start = () => {
    child = fork(file, [], {
      execArgv,
      env,
      // What a fault makes of it is part of the drill, and not of its output.
      stdio: ["ignore", "inherit", fault === undefined ? "inherit" : "ignore", "ipc"],
    });
    child.send({ order });
    child.on("message", (step: Step) => {
      if (killsAt(step)) child.kill("SIGKILL");
      else child.send({ now: time.now.getTime() }, () => undefined);
    });
    child.once("exit", (code, signal) => {
      if (isStopped) return;
      if (signal !== "SIGKILL") onEnded({ isExpected: code === startProblemCode });
      start();
    });
  };
  start();
  return {
    async stop() {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** How a worker ends whose endpoints were too bad for a start. */
export const startProblemCode = 75;

export function isStartProblem(error: unknown): boolean {
  return error instanceof ChainSettingProblem;
}
