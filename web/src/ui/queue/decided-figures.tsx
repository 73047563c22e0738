import { cancelledLabel } from "@fc/contract/console-request-states";
import { requestStates, type RequestStatus } from "@fc/contract/request-states";
import { dateTimeText } from "../../lib/format/dates.ts";
import { Figure } from "../money/figures.tsx";

interface DecidedRequest {
  status: RequestStatus;
  respondedAt: string | null;
  decidedBy: string | null;
  reason: string | null;
  /** Taken back by its member. */
  isCancelled: boolean;
}

/** How a request was decided, by whom and why; nothing while it is pending. */
export function DecidedFigures({ request, accepted }: { request: DecidedRequest; accepted: string }) {
  const { status, respondedAt, decidedBy, reason, isCancelled } = request;
  if (!requestStates[status].isDecided || respondedAt === null) return null;
  return (
    <>
      <Figure
        label={isCancelled ? cancelledLabel : (requestStates[status].queueLabel ?? accepted)}
        hint={decidedBy === null ? undefined : `by ${decidedBy}`}
      >
        {dateTimeText(respondedAt, "en")}
      </Figure>
      {reason !== null && !isCancelled && (
        <Figure label="Reason" wide>
          {reason}
        </Figure>
      )}
    </>
  );
}
