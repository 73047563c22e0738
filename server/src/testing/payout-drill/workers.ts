import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PayoutDeps } from "../../core/chain/payout-deps.ts";
import { acceptPaid } from "../../features/withdraw/decisions.ts";
import { openChain } from "../../platform/chain/chain.ts";
import type { ChainPlace } from "../../platform/chain/place.ts";
import { ChainProblem, ChainSettingProblem } from "../../platform/chain/types.ts";
import { createDb, createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { builds, type BuildName, type Memory } from "./builds.ts";
import { gated, Killed, type Gate, type Step } from "./gate.ts";

/** What a worker is told when it starts. */
export interface WorkerOrder {
  worker: number;
  databaseUrl: string;
  place: ChainPlace;
  secretText: string;
  build: BuildName;
}

export interface DrillTime {
  now: Date;
}

/** Decides at each step whether the worker is killed there. */
export type KillsAt = (step: Step) => boolean;

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
  const memory: Memory = { worker: order.worker };
  try {
    const chain = gated(await openChain(order.place, { timeoutMs: chainTimeoutMs }), gate);
    const deps: PayoutDeps = {
      db: createDb(pool),
      chain,
      clock: () => time.now,
      secretKey: secretKeyFrom(order.secretText),
      acceptPaid,
    };
    for (;;) {
      await gate("begins");
      await builds[order.build](deps, memory).catch((error: unknown) => {
        if (!(error instanceof ChainProblem)) throw error;
      });
    }
  } finally {
    await pool.end();
  }
}

/** A process of its own, killed with SIGKILL, and started again. */
export function startProcess(order: WorkerOrder, killsAt: KillsAt, time: DrillTime): DrillWorker {
  const file = fileURLToPath(new URL("worker-process.ts", import.meta.url));
  let child: ChildProcess;
  let isStopped = false;
  const start = () => {
    child = fork(file, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.send({ order });
    child.on("message", (step: Step) => {
      if (killsAt(step)) child.kill("SIGKILL");
      else child.send({ now: time.now.getTime() }, () => undefined);
    });
    child.once("exit", () => {
      if (!isStopped) start();
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

/** In this process, which costs less: a kill throws away all that the worker was doing. */
export function startHere(order: WorkerOrder, killsAt: KillsAt, time: DrillTime): DrillWorker {
  let isStopped = false;
  const gate: Gate = async (step) => {
    if (isStopped || killsAt(step)) throw new Killed();
  };
  const life = (async () => {
    while (!isStopped) {
      await work(order, { gate, time }).catch((error: unknown) => {
        if (!(error instanceof Killed) && !isStartProblem(error)) throw error;
      });
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await life;
    },
  };
}

/** The endpoints were too bad for a start; the worker is started again, as a supervisor does. */
export function isStartProblem(error: unknown): boolean {
  return error instanceof ChainSettingProblem;
}
