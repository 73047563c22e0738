import type { OtpPurpose } from "@fc/contract/otp/portal";
import { Button, Group, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import type { ApiError } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { useProblemMessage } from "../../lib/labels/problem-message.ts";
import { msg } from "../../lib/msg.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Note } from "../feedback/note.tsx";
import { Form } from "../form/form.tsx";
import { heldStep, type HeldStep } from "../otp/held-step.ts";
import { openReview } from "../otp/open-review.ts";
import { OtpStep } from "../otp/otp-step.tsx";
import { useSubmitLabel } from "../otp/submit-label.ts";
import type { OtpChange } from "../otp/use-otp-change.ts";
import { MoneyButton } from "./money-button.tsx";

interface ReviewProps {
  title: string;
  otp: OtpChange;
  /** The label of the button that makes the change, once the code is typed. */
  action: string;
  /** Why the change can no longer be made by the figures of this moment; undefined while it can. */
  impossible?: string | undefined;
  /** How it can still be taken back, where it can: stands below the specification's question. */
  takeBack?: string | undefined;
  onClose: () => void;
  /** What is about to be done: recipient, amount, fee. */
  children: ReactNode;
}

/** What was under review in this tab when the page was reloaded: its code still counts, so the review opens again. */
export function reviewedStep<Purpose extends OtpPurpose>(
  purposes: readonly Purpose[],
  userId: number,
): HeldStep<Purpose> | undefined {
  const key = openReview.key();
  return heldStep.all(purposes, userId).find((step) => step.key === key);
}

/** The last step before money moves: shows everything, asks for confirmation, and then for the code. */
export function Review({ title, otp, action, impossible, takeBack, onClose, children }: ReviewProps) {
  const t = useT();
  const { step, key } = otp;
  const label = useSubmitLabel(otp, { send: t("Yes, send OTP"), action });
  useEffect(() => {
    if (key === undefined) return undefined;
    openReview.mark(key);
    return openReview.clear;
  }, [key]);
  const close = () => {
    otp.close();
    onClose();
  };
  if (isReviewOver(otp, impossible)) {
    const back = () => {
      otp.leave();
      close();
    };
    return (
      <Dialog title={title} onClose={back}>
        <div className="stack">
          {children}
          <NothingMoved error={otp.ended} impossible={impossible} />
          <Button onClick={back} fullWidth data-autofocus>
            {t("Back")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={close}>
      <Form onSubmit={() => void otp.submit()}>
        {children}
        {step === "form" && (
          <div>
            <Text fw={600}>{t("Are you sure? This action can't be undone.")}</Text>
            {takeBack !== undefined && <Text c="dimmed">{takeBack}</Text>}
          </div>
        )}
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

/** Whether the change was refused, or can no longer be made. A request whose outcome is not known is looked up first. */
export function isReviewOver(otp: OtpChange, impossible: string | undefined): boolean {
  if (otp.ended) return true;
  return impossible !== undefined && !otp.busy && (otp.step === "form" || otp.step === "code");
}

/** What a page says of a change that was possible when its review was opened. */
export const notEnoughCoins = msg("There are no longer enough coins for this.");

/** Its message is about the field of a form, which the review does not show. */
const amountRefusals: ReadonlySet<string> = new Set(["INSUFFICIENT_BALANCE", "INVALID_AMOUNT"]);

function NothingMoved({
  error,
  impossible,
}: {
  error: ApiError | undefined;
  impossible: string | undefined;
}) {
  const t = useT();
  const refusal = useProblemMessage(error);
  const isSaid = error !== undefined && !(impossible !== undefined && amountRefusals.has(error.code));
  return (
    <Note tone="bad" live>
      {isSaid && <p>{refusal}</p>}
      {impossible !== undefined && <p>{t(impossible)}</p>}
      <p>
        <strong>{t("Nothing was moved.")}</strong>
      </p>
    </Note>
  );
}
