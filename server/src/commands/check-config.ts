import { checkConfig, type CheckResult } from "../config-checks.ts";
import { readSettings } from "../platform/settings.ts";
import { sayProblems } from "./with-database.ts";

const marks = { good: "ok", doubtful: "look", wrong: "WRONG" } as const satisfies Record<
  CheckResult["state"],
  string
>;

// npm run check-config
export async function checkConfigCommand(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await sayProblems(async () => {
    const results = await checkConfig(readSettings(env));
    for (const { state, name, found } of results) {
      console.log(`${marks[state].padEnd(6)} ${name}: ${found}`);
    }
    const wrong = results.filter(({ state }) => state === "wrong").length;
    console.log(
      wrong === 0
        ? "A start would find nothing wrong. Nothing was started, and no data was changed."
        : `${wrong} wrong. Nothing was started, and no data was changed.`,
    );
    if (wrong > 0) process.exitCode = 1;
  });
}

if (import.meta.main) await checkConfigCommand(process.argv.slice(2), process.env);
