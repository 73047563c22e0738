import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { FormProblem } from "../feedback/problem.tsx";

interface ConfirmDialogProps {
  title: string;
  action: string;
  /** The action to confirm, as `useChange` returns it. */
  change: { busy: boolean; problem: unknown; submit: () => Promise<void> };
  /** False while something has to be looked at first. */
  isReady?: boolean;
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  change,
  isReady = true,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { busy, problem, submit } = change;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children}
        <FormProblem error={problem} />
        <Button disabled={!isReady} aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
