import { ApiError } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { useProblemMessage } from "../../lib/labels/problem-message.ts";

/** What happened, in plain words, and the reference by which support finds the request. */
export function ProblemText({ error }: { error: unknown }) {
  const t = useT();
  const words = useProblemMessage();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <>
      <p>{words(error)}</p>
      {requestId && <p className="small unit-id">{t("Reference: {reference}", { reference: requestId })}</p>}
    </>
  );
}
