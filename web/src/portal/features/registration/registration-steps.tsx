import { confirmRegistration } from "@fc/contract/registration/portal";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ApiError, call } from "../../../lib/api/api.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { useT } from "../../../lib/i18n.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { CheckIcon, MailIcon } from "../../../ui/icons/icons.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts } from "../../../ui/record/facts.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import type { Registration } from "./stored-registration.ts";

/** Moves the focus to the new step, so that screen readers announce it. */
function StepHeading({ children }: { children: string }) {
  return (
    <h2 className="registration-step" tabIndex={-1} ref={takeFocus}>
      {children}
    </h2>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  if (heading) scrollTo({ top: 0 });
}

interface SummaryProps {
  registration: Registration;
  /** The new user id; unknown when the registration was completed without this browser. */
  onDone: (refId: string | undefined) => void;
}

/** The place is taken; Done sends the welcome. */
export function RegistrationSummary({ registration, onDone }: SummaryProps) {
  const t = useT();
  const { key, name, gender, mailId, mobileNumber, team } = registration;
  const { parentRefId, referrerName, placementRefId, placementName } = registration;

  const { busy, problem, submit } = useSubmit(async () => {
    try {
      onDone((await call(confirmRegistration, { idempotencyKey: key })).data.refId);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "REGISTRATION_GONE")) throw error;
      onDone(undefined);
    }
  });

  return (
    <Form className="stack stack-loose" onSubmit={() => void submit()}>
      <div className="stack stack-tight">
        <StepHeading>{t("The place is reserved")}</StepHeading>
        <p className="dimmed">{t("Please read it through. Done sends the welcome e-mail.")}</p>
      </div>
      <Facts>
        <Fact label={t("Name")}>{name}</Fact>
        <Fact label={t("Gender")}>{t(genderLabels[gender])}</Fact>
        <Fact label={t("E-mail")}>{mailId}</Fact>
        <Fact label={t("Mobile number")}>{phoneText(mobileNumber)}</Fact>
        <Fact label={t("Team")}>{t(sideLabels[team])}</Fact>
        <Fact label={t("Referrer")} id={parentRefId}>
          {referrerName}
        </Fact>
        <Fact label={t("Placement")} id={placementRefId}>
          {placementName}
        </Fact>
      </Facts>
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Done")}</SubmitButton>
    </Form>
  );
}

export function RegistrationSuccess({ mailId, refId }: { mailId: string; refId: string | undefined }) {
  const t = useT();
  return (
    <div className="registration-success stack stack-loose">
      <span className="registration-tick">
        <CheckIcon />
      </span>
      <StepHeading>{refId ? t("Registration complete") : t("Registered")}</StepHeading>
      {refId && (
        <p className="new-id">
          <span className="small dimmed">{t("The new user ID")}</span>
          <span className="new-id-value">
            <strong className="unit-id">{refId}</strong>
            <CopyButton text={refId} label={t("Copy the user ID")} />
          </span>
        </p>
      )}
      <p className="registration-mail">
        <MailIcon />
        <span>
          {refId
            ? t("The welcome e-mail is on its way to {email}.", { email: mailId })
            : t(
                "The registration completes by itself, and the welcome e-mail reaches {email} within 15 minutes.",
                {
                  email: mailId,
                },
              )}{" "}
          {t("It has the user ID and a temporary password, to be changed at the first login within 7 days.")}
        </span>
      </p>
      <div className="stack registration-next">
        {/* A fresh page, so that nothing of the last registration is left in it. */}
        <Button fullWidth onClick={() => location.reload()}>
          {t("Create another user")}
        </Button>
        <Link className="link-button" to="/">
          {t("Back to home")}
        </Link>
      </div>
    </div>
  );
}
