import { asFc } from "@fc/contract/units";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ApprovalGuard } from "../../core/approvals/guard.ts";
import { PayoutJournal } from "../../core/approvals/journal.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { passkeyPlaceOf } from "../../core/passkeys/place.ts";
import { payOut, payoutDepsOf } from "../../features/withdraw/payout-task.ts";
import { openChain } from "../../platform/chain/chain.ts";
import type { ChainPlace } from "../../platform/chain/place.ts";
import { ChainProblem, ChainSettingProblem } from "../../platform/chain/types.ts";
import type { Clock } from "../../platform/clock.ts";
import { createDb, createPool, type Db } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { processFile } from "../process-file.ts";
import type { ApprovalFiles } from "./approver.ts";
import type { FaultName } from "./faults.ts";
import { gated, type Gate, type Step } from "./gate.ts";

/** What a worker is told when it starts. */
export interface WorkerOrder {
  databaseUrl: string;
  place: ChainPlace;
  secretText: string;
  approvals: ApprovalFiles;
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
    const clock = () => time.now;
    const payoutGuard = guardOf(order.approvals, { db, clock });
    const deps = payoutDepsOf({ db, clock, secretKey, payoutGuard }, chain);
    for (;;) {
      await gate("begins");
      await payOut(deps).catch((error: unknown) => {
        if (!(error instanceof ChainProblem)) throw error;
      });
      await noteSigning(deps);
    }
  } finally {
    await pool.end();
  }
}

/** The product's own, with limits that the drill's payouts keep. */
function guardOf(files: ApprovalFiles, { db, clock }: { db: Db; clock: Clock }): ApprovalGuard {
  const most = asFc(10n ** 15n);
  return new ApprovalGuard({
    db,
    clock,
    journal: new PayoutJournal(files.journalFile),
    approversFile: files.approversFile,
    place: passkeyPlaceOf(files.publicUrl),
    limits: {
      largestFc: most,
      dayFc: most,
      twoPeopleFromFc: most,
      addressHours: 0,
      waitMinutes: 0,
      rulesDays: 0,
    },
    tell: async () => [],
  });
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
