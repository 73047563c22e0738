import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Form } from "../form/form.tsx";
import { OtpStep } from "./otp-step.tsx";
import { useSubmitLabel } from "./submit-label.ts";
import type { OtpChange } from "./use-otp-change.ts";

interface CodeDialogProps {
  title: string;
  /** The label of the button that makes the change, once the code is typed. */
  action: string;
  otp: OtpChange;
  onClose: () => void;
  /** What is about to be done, and what follows from it. */
  children: ReactNode;
}

/** A change in a dialog, confirmed by a mailed code. */
export function CodeDialog({ title, action, otp, onClose, children }: CodeDialogProps) {
  const t = useT();
  const label = useSubmitLabel(otp, { send: t("Send OTP"), action });
  const close = () => {
    otp.leave();
    onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <Form onSubmit={() => void otp.submit()}>
        {children}
        <OtpStep otp={otp} />
        <Group gap="sm" wrap="nowrap">
          <Button variant="default" onClick={close}>
            {t("Cancel")}
          </Button>
          <Button
            type="submit"
            flex={1}
            px="xs"
            aria-disabled={otp.busy || otp.isWaiting}
            mod={{ busy: otp.busy || otp.isWaiting }}
          >
            {label}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
