import { Button } from "@mantine/core";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { CodeMissing } from "../../lib/lazy/lazy-component.ts";
import { AlertIcon } from "../icons/icons.tsx";
import { MissingCode } from "./missing-code.tsx";

/** Instead of a page that broke or whose code did not come. */
export function CrashPage({ error }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  if (error instanceof CodeMissing) {
    return (
      <InTheMiddle>
        <MissingCode missing={error} onRetry={() => void router.invalidate()} isPage />
      </InTheMiddle>
    );
  }
  return (
    <InTheMiddle isAlert>
      <AlertIcon />
      <h1>{t("This page ran into a problem")}</h1>
      <p className="dimmed">{t("Please reload the page, and write to support if it happens again.")}</p>
      {/* A reload also brings the newest version of the portal. */}
      <Button onClick={() => location.reload()}>{t("Reload the page")}</Button>
    </InTheMiddle>
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

function InTheMiddle({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return (
    <div className="stack" role={isAlert ? "alert" : undefined} style={inTheMiddle}>
      {children}
    </div>
  );
}
