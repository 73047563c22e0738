import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { AlertIcon } from "../icons/icons.tsx";
import { Note } from "./note.tsx";
import { ProblemText } from "./problem-text.tsx";

interface FormProblemProps {
  error: unknown;
  /** The form shows at each field what is wrong with it, so it is not said here once more. */
  atFields?: boolean;
  children?: ReactNode;
}

/** A failed submit, shown at its form; `children` may name a way out. */
export function FormProblem({ error, atFields, children }: FormProblemProps) {
  if (!error) return null;
  return (
    <Note tone="bad" live>
      <ProblemText error={error} {...(atFields && { atFields })} />
      {children}
    </Note>
  );
}

/** Content that could not be loaded, in the place where it would be. */
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
