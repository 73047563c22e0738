import { Button, Group } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { OtpStep } from "../otp/otp-step.tsx";
import { useSubmitLabel } from "../otp/submit-label.ts";
import type { OtpChange } from "../otp/use-otp-change.ts";

interface RecordFormProps {
  /** It comes from `useRecordForm`, like `submit`. */
  otp: OtpChange;
  submit: (event: FormEvent) => Promise<void>;
  /** A picture is on its way: submitting waits for it. */
  isWaiting?: boolean;
  /** The text of the button, which sends the form twice: first to get the code, then with it. */
  action: string;
  /** Shows again what was saved last. */
  onCancel: () => void;
  children: ReactNode;
}

/** The fields of a record of the member's own, its code, and a way to leave without saving. */
export function RecordForm({ otp, submit, isWaiting = false, action, onCancel, children }: RecordFormProps) {
  const t = useT();
  const busy = otp.busy || otp.isWaiting || isWaiting;
  const label = useSubmitLabel(otp, { send: action, action });
  return (
    <form
      ref={takeFocus}
      tabIndex={-1}
      className="stack"
      style={{ outline: "none" }}
      noValidate
      onSubmit={(event) => {
        if (isWaiting) event.preventDefault();
        else void submit(event);
      }}
    >
      {children}
      <OtpStep otp={otp} />
      <Group wrap="nowrap" gap="sm">
        <Button
          variant="default"
          onClick={() => {
            otp.leave();
            onCancel();
          }}
        >
          {t("Cancel")}
        </Button>
        <Button type="submit" flex={1} px="xs" aria-disabled={busy} mod={{ busy }}>
          {label}
        </Button>
      </Group>
    </form>
  );
}

/** As it opens, in the place of the button that had the focus. */
function takeFocus(form: HTMLElement | null): void {
  form?.focus({ preventScroll: true });
  if (form) scrollTo({ top: 0 });
}
