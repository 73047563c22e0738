import type { OtpPurpose } from "@fc/contract/otp/portal";
import { Button, Group, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { tabStore } from "../../lib/storage.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Form } from "../form/form.tsx";
import { heldStep, type HeldStep } from "../otp/held-step.ts";
import { OtpStep } from "../otp/otp-step.tsx";
import { useSubmitLabel } from "../otp/submit-label.ts";
import type { OtpChange } from "../otp/use-otp-change.ts";
import { MoneyButton } from "./money-button.tsx";

interface ReviewProps {
  title: string;
  otp: OtpChange;
  /** The label of the button that makes the change, once the code is typed. */
  action: string;
  onClose: () => void;
  /** What is about to be done: recipient, amount, fee. */
  children: ReactNode;
}

const openKey = "fcReviewOpen";

/** What was under review in this tab when the page was reloaded: its code still counts, so the review opens again. */
export function reviewedStep<Purpose extends OtpPurpose>(
  purposes: readonly Purpose[],
  userId: number,
): HeldStep<Purpose> | undefined {
  const key = tabStore.read(openKey);
  return heldStep.all(purposes, userId).find((step) => step.key === key);
}

/** The last step before money moves: shows everything, asks for confirmation, and then for the code. */
export function Review({ title, otp, action, onClose, children }: ReviewProps) {
  const t = useT();
  const { step, key } = otp;
  const label = useSubmitLabel(otp, { send: t("Yes, send OTP"), action });
  useEffect(() => {
    if (key === undefined) return undefined;
    tabStore.write(openKey, key);
    return () => tabStore.remove(openKey);
  }, [key]);
  const close = () => {
    otp.close();
    onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <Form onSubmit={() => void otp.submit()}>
        {children}
        {step === "form" && <Text fw={650}>{t("Are you sure? This action can't be undone.")}</Text>}
        <OtpStep otp={otp} />
        <Group wrap="nowrap" gap="sm" align="flex-start">
          <Button variant="default" onClick={close}>
            {step === "form" || step === "repeated" ? t("No") : t("Cancel")}
          </Button>
          <MoneyButton flex={1} px="xs" isBusy={otp.busy || otp.isWaiting}>
            {label}
          </MoneyButton>
        </Group>
      </Form>
    </Dialog>
  );
}
