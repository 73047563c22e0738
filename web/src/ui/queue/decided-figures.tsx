import { dateTimeText } from "../../lib/format/dates.ts";
import { Figure } from "../money/figures.tsx";

interface DecidedRequest {
  status: "P" | "A" | "R";
  respondedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
}

/** How a request was decided, by whom and why; nothing while it is pending. */
export function DecidedFigures({ request, accepted }: { request: DecidedRequest; accepted: string }) {
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
