import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import {
  CodeMissing,
  problemFor,
  reasonFor,
  reloadForRelease,
  type Reason,
} from "../../lib/lazy/lazy-component.ts";
import { useT } from "../../lib/i18n.ts";
import { ErrorState } from "./problem.tsx";

interface MissingCodeProps {
  missing: CodeMissing;
  onRetry: () => void;
  /** A whole page: nothing is lost if it is loaded again for a new release. */
  isPage?: boolean;
}

/** In the place of what did not come: why not, and the next try. */
export function MissingCode({ missing, onRetry, isPage = false }: MissingCodeProps) {
  const t = useT();
  const [reason, setReason] = useState<Reason>();
  useEffect(() => {
    const findOut = async () => {
      const found = await reasonFor(missing);
      if (isPage && found === "new release" && reloadForRelease(location.href, missing)) return;
      setReason(found);
    };
    void findOut();
  }, [missing, isPage]);
  if (!reason) return <p role="status">{t("Loading...")}</p>;
  // Some browsers never request a failed script again: then only a reload helps.
  const retry = reason === "unreachable" ? onRetry : () => location.reload();
  return <ErrorState error={problemFor(reason)} onRetry={retry} />;
}

interface LazyPlaceProps {
  /** Until the code of the part inside is here. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Around a lazy part of a page. If its code does not come, its place says so; the rest of the page stays. */
export function LazyPlace({ fallback, children }: LazyPlaceProps) {
  return (
    <CatchBoundary getResetKey={() => "same"} errorComponent={MissingPart}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function MissingPart({ error, reset }: ErrorComponentProps) {
  // What is broken is not missing: the page around says so.
  if (!(error instanceof CodeMissing)) throw error;
  return <MissingCode missing={error} onRetry={() => void error.again().then(reset, reset)} />;
}
