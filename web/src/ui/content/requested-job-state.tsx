import type { RequestedJob } from "@fc/contract/jobs/requested-jobs";
import { durationText } from "../../lib/requested-job.ts";
import { dateTimeText } from "../../lib/format/dates.ts";
import { StateTag } from "./state-tag.tsx";

const words = {
  waiting: ["P", "Waits for a worker"],
  running: ["P", "Under way"],
  done: ["A", "Done"],
  failed: ["R", "Failed"],
} as const;

/** The state of a requested job, who requested it, and how long it took. */
export function RequestedJobState({ run }: { run: RequestedJob<unknown> }) {
  const [status, state] = words[run.state];
  const { startedAt, finishedAt, askedBy, askedAt, problem } = run;
  const seconds =
    startedAt !== null && finishedAt !== null
      ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
      : undefined;
  return (
    <div className="stack stack-tight" role="status">
      <div className="row">
        <StateTag status={status}>{state}</StateTag>
        <span className="small dimmed">
          Requested by {askedBy}, {dateTimeText(askedAt, "en")}
          {seconds === undefined ? "" : `; took ${durationText(seconds)}`}
        </span>
      </div>
      {problem !== null && <p className="small">The last try ended with: {problem}</p>}
    </div>
  );
}
