import { useT } from "../../lib/i18n.ts";
import {
  fieldProblems,
  isThrottled,
  referenceOf,
  useProblemMessage,
} from "../../lib/labels/problem-message.ts";

/** What happened, in plain words, and the reference by which support finds the request, where that helps. */
export function ProblemText({ error, atFields = false }: { error: unknown; atFields?: boolean }) {
  const t = useT();
  const message = useProblemMessage(error);
  const counts = isThrottled(error) && error.retryAt !== null;
  const reference = referenceOf(error);
  return (
    <>
      {/* A timer is not read out again at every second, as the rest of an alert would be. */}
      <p role={counts ? "timer" : undefined}>{message}</p>
      {!atFields && fieldProblems(error).map((text) => <p key={text}>{t(text)}</p>)}
      {reference && <p className="small unit-id">{t("Reference: {reference}", { reference })}</p>}
    </>
  );
}
