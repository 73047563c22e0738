import { Button } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { tabStore } from "../../lib/storage.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Form } from "../form/form.tsx";
import { OtpStep } from "../otp/otp-step.tsx";
import type { OtpChange } from "../otp/use-otp-change.ts";
import "./review.css";

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

/** Whether the page was reloaded during a review: its code is still valid, so the review opens again. */
export function wasReviewing(): boolean {
  return tabStore.read(openKey) !== null;
}

/** The last step before money moves: shows everything, asks for confirmation, and then for the code. */
export function Review({ title, otp, action, onClose, children }: ReviewProps) {
  const t = useT();
  const isAsking = otp.step === "form";
  useEffect(() => {
    tabStore.write(openKey, "1");
    return () => tabStore.remove(openKey);
  }, []);
  const close = () => {
    otp.cancelSend();
    onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <Form onSubmit={() => void otp.submit()}>
        {children}
        {isAsking && <p className="review-question">{t("Are you sure? This action can't be undone.")}</p>}
        <OtpStep otp={otp} />
        <div className="review-actions">
          <Button variant="default" onClick={close}>
            {isAsking ? t("No") : t("Cancel")}
          </Button>
          <Button type="submit" aria-disabled={otp.busy} mod={{ busy: otp.busy }}>
            {otp.busy ? t("Loading") : isAsking ? t("Yes, send OTP") : action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
