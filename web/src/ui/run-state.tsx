import type { AskedRun } from "@fc/contract/console-runs";
import { durationText } from "../lib/asked-run.ts";
import { dateTimeText } from "../lib/format.ts";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import { ClockIcon } from "./screen-icons.tsx";
import "./money/money.css";

const words = {
  waiting: ["P", ClockIcon, "Waits for a worker"],
  running: ["P", ClockIcon, "Under way"],
  done: ["A", CheckIcon, "Done"],
  failed: ["R", AlertIcon, "Failed"],
} as const;

/** Where something stands that a worker was asked to do, who asked, and how long it took. */
export function RunState({ run }: { run: AskedRun<unknown> }) {
  const [status, Icon, state] = words[run.state];
  const { startedAt, finishedAt, askedBy, askedAt, problem } = run;
  const seconds =
    startedAt !== null && finishedAt !== null
      ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
      : undefined;
  return (
    <div className="stack stack-tight" role="status">
      <p className="row">
        <span className="status-tag" data-status={status}>
          <Icon />
          {state}
        </span>
        <span className="small dimmed">
          Asked for by {askedBy}, {dateTimeText(askedAt, "en")}
          {seconds === undefined ? "" : `; took ${durationText(seconds)}`}
        </span>
      </p>
      {problem !== null && <p className="small">The last try ended with: {problem}</p>}
    </div>
  );
}
