import { Button } from "@mantine/core";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useT } from "../lib/i18n.ts";
import {
  reloadForRelease,
  CodeMissing,
  problemFor,
  reasonFor,
  type Reason,
} from "../lib/lazy/lazy-component.ts";
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
  const [reason, setReason] = useState<Reason>();
  useEffect(() => {
    const findOut = async () => {
      const found = await reasonFor(missing);
      if (found === "new release" && reloadForRelease(location.href, missing)) return;
      setReason(found);
    };
    void findOut();
  }, [missing]);
  if (!reason) return null;
  // Some browsers never request a failed script again: then only a reload helps.
  const retry = () => (reason === "unreachable" ? void router.invalidate() : location.reload());
  return (
    <Frame>
      <ProblemText error={problemFor(reason)} />
      <Button variant="default" onClick={retry}>
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
