import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { sure } from "@fc/contract/sure";
import { checkConfig, type CheckResult } from "../config-checks.ts";
import { minute } from "../platform/clock.ts";
import { readSettings } from "../platform/settings.ts";
import { sayProblems } from "./with-database.ts";

const marks = { good: "ok", doubtful: "look", wrong: "WRONG" } as const satisfies Record<
  CheckResult["state"],
  string
>;

// npm run check-config
export async function checkConfigCommand(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await sayProblems(async () => {
    let wrong = 0;
    for await (const { state, name, found } of checkConfig(readSettings(env))) {
      console.log(`${marks[state].padEnd(6)} ${name}: ${found}`);
      if (state === "wrong") wrong += 1;
    }
    console.log(
      wrong === 0
        ? "A start would find nothing wrong. Nothing was started, and no data was changed."
        : `${wrong} wrong. Nothing was started, and no data was changed.`,
    );
    if (wrong > 0) process.exitCode = 1;
  });
}

const looking = "--looking";
/** More than all checks together may take. */
const longest = 5 * minute;

/**
 * A disk that never answers keeps the process that asked it from ending. So a process of its own looks, and is left
 * behind when it has said what it found.
 */
async function superviseCheck(): Promise<number> {
  const child = fork(sure(process.argv[1]), [looking]);
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  child.on("message", (code) => end(Number(code)));
  child.on("error", () => end(1));
  child.on("exit", (code) => end(code ?? 1));
  const code = await Promise.race([ended, sleep(longest)]);
  if (code === undefined) {
    console.error(
      "The check does not end. Look whether the disks of the files that the settings name are there.",
    );
  }
  child.kill("SIGKILL");
  return code ?? 1;
}

if (import.meta.main) {
  if (process.argv.includes(looking)) {
    await checkConfigCommand([], process.env);
    process.send?.(process.exitCode ?? 0);
  } else process.exit(await superviseCheck());
}
