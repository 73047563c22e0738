import { ApiError } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { isThrottled, useProblemMessage } from "../../lib/labels/problem-message.ts";

/** What happened, in plain words, and the reference by which support finds the request. */
export function ProblemText({ error }: { error: unknown }) {
  const t = useT();
  const message = useProblemMessage(error);
  const counts = isThrottled(error) && error.retryAt !== null;
  // A wait is no fault that support could look for.
  const requestId = error instanceof ApiError && !counts ? error.requestId : undefined;
  return (
    <>
      {/* A timer is not read out again at every second, as the rest of an alert would be. */}
      <p role={counts ? "timer" : undefined}>{message}</p>
      {requestId && <p className="small unit-id">{t("Reference: {reference}", { reference: requestId })}</p>}
    </>
  );
}
