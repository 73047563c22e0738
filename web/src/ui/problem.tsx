import { Button } from "@mantine/core";
import { problemOf } from "../lib/api.ts";
import { useT } from "../lib/i18n.ts";
import { AlertIcon } from "./icons.tsx";
import { Note } from "./note.tsx";

/** What happened, in plain words, and the reference by which support finds the request. */
export function ProblemText({ error }: { error: unknown }) {
  const t = useT();
  const { message, requestId } = problemOf(error);
  return (
    <>
      <p>{t(message)}</p>
      {requestId && <p className="small unit-id">{t("Reference: {reference}", { reference: requestId })}</p>}
    </>
  );
}

/** A failed submit, shown at its form. */
export function FormProblem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Note tone="bad" live>
      <ProblemText error={error} />
    </Note>
  );
}

/** Content that could not be loaded, in the place where it would stand. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <div className="state" role="alert">
      <AlertIcon />
      <div className="stack stack-tight">
        <ProblemText error={error} />
      </div>
      <Button variant="default" onClick={onRetry}>
        {t("Retry")}
      </Button>
    </div>
  );
}
