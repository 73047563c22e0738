import { dateTimeText } from "../../lib/format/dates.ts";
import { Figure } from "../money/figures.tsx";

interface Decided {
  status: "P" | "A" | "R";
  respondedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
}

/** What became of a request, who said so and why; nothing while it waits. */
export function DecidedFigures({ request, accepted }: { request: Decided; accepted: string }) {
  const { status, respondedAt, decidedBy, reason } = request;
  if (status === "P" || respondedAt === null) return null;
  return (
    <>
      <Figure
        label={status === "A" ? accepted : "Rejected"}
        hint={decidedBy === null ? undefined : `by ${decidedBy}`}
      >
        {dateTimeText(respondedAt, "en")}
      </Figure>
      {reason !== null && (
        <Figure label="Reason" wide>
          {reason}
        </Figure>
      )}
    </>
  );
}
