import { Button } from "@mantine/core";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useT } from "../lib/i18n.ts";
import { reloadForRelease, CodeMissing, problemFor, reasonFor } from "../lib/lazy/lazy-component.ts";
import { AlertIcon } from "../ui/icons/icons.tsx";
import { ProblemText } from "../ui/feedback/problem-text.tsx";

/** Instead of a page that broke or whose code did not come. */
export function CrashPage({ error }: ErrorComponentProps) {
  const t = useT();
  if (error instanceof CodeMissing) return <MissingPage missing={error} />;
  return (
    <Frame>
      <h1>{t("This page ran into a problem")}</h1>
      <p className="dimmed">{t("Please reload the page, and write to support if it happens again.")}</p>
      {/* A reload also brings the newest version of the portal. */}
      <Button onClick={() => location.reload()}>{t("Reload the page")}</Button>
    </Frame>
  );
}

function MissingPage({ missing }: { missing: CodeMissing }) {
  const t = useT();
  const router = useRouter();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const findOut = async () => {
      const reason = await reasonFor(missing);
      if (reason === "new release" && reloadForRelease(location.href, missing)) return;
      setProblem(problemFor(reason));
    };
    void findOut();
  }, [missing]);
  if (!problem) return null;
  return (
    <Frame>
      <ProblemText error={problem} />
      <Button variant="default" onClick={() => void router.invalidate()}>
        {t("Retry")}
      </Button>
    </Frame>
  );
}

const inTheMiddle = {
  minHeight: "100dvh",
  alignItems: "center",
  justifyContent: "center",
  padding: "1.5rem",
  boxSizing: "border-box",
  textAlign: "center",
} as const;

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="stack" role="alert" style={inTheMiddle}>
      <AlertIcon />
      {children}
    </div>
  );
}
