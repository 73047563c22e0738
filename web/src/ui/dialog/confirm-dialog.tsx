import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "./dialog.tsx";
import { FormProblem } from "../feedback/problem.tsx";

interface ConfirmDialogProps {
  title: string;
  action: string;
  /** The action to confirm, as `useChange` returns it. */
  change: { busy: boolean; problem: unknown; submit: () => Promise<void> };
  /** False while something has to be looked at first. */
  isReady?: boolean;
  /** True once it was refused for good: the question is no longer asked, and only the reason is shown. */
  isOver?: boolean;
  /** Old and new side by side need more room than a question. */
  isWide?: boolean;
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
  isOver = false,
  isWide = false,
  onClose,
  children,
}: ConfirmDialogProps) {
  const t = useT();
  const { busy, problem, submit } = change;
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <div className="stack">
        {!isOver && children}
        <FormProblem error={problem} />
        {isOver ? (
          // The button that had the focus is gone; without this the keyboard would begin at the page's top.
          <Button autoFocus onClick={onClose}>
            {t("Close")}
          </Button>
        ) : (
          <Group wrap="nowrap" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("No")}
            </Button>
            <Button
              flex={1}
              px="xs"
              disabled={!isReady}
              aria-disabled={busy}
              mod={{ busy }}
              onClick={() => void submit()}
            >
              {action}
            </Button>
          </Group>
        )}
      </div>
    </Dialog>
  );
}
