import { Button } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { heldStep } from "../otp/held-step.ts";
import "./record.css";

interface RecordActionsProps {
  /** Of the button that sends the form: first for the code, then with it. */
  action: string;
  busy: boolean;
  /** Back to what was saved last. */
  onCancel: () => void;
}

/** Below a form that can be left without saving. */
export function RecordActions({ action, busy, onCancel }: RecordActionsProps) {
  const t = useT();
  return (
    <div className="record-actions">
      <Button
        variant="default"
        onClick={() => {
          heldStep.drop();
          onCancel();
        }}
      >
        {t("Cancel")}
      </Button>
      <Button type="submit" aria-disabled={busy} mod={{ busy }}>
        {busy ? t("Loading") : action}
      </Button>
    </div>
  );
}
