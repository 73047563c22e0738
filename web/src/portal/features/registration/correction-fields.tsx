import { correctRegistration } from "@fc/contract/registration/portal-later";
import { Button } from "@mantine/core";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { PersonFields } from "./person-fields.tsx";
import { registrationProblems } from "./registration-form.ts";
import { StepHeading } from "./registration-steps.tsx";
import type { Registration } from "./stored-registration.ts";
import { useRegistrationForm } from "./use-registration-form.ts";

interface CorrectionFieldsProps {
  registration: Registration;
  onCorrected: (registration: Registration) => void;
  onCancel: () => void;
}

/** Until the welcome e-mail leaves, everything but the place can be corrected. */
export function CorrectionFields({ registration, onCorrected, onCancel }: CorrectionFieldsProps) {
  const t = useT();
  const { team, parentRefId, name, gender, mailId, mobileNumber } = registration;
  const { form, problem, onSubmit } = useRegistrationForm({
    first: { team, parentRefId, name, gender, mailId, mobileNumber },
    problemsOf: (values) => registrationProblems(values, { referrerFound: true }),
    send: async (values) => {
      const body = {
        name: values.name,
        gender: values.gender,
        mailId: values.mailId,
        mobileNumber: values.mobileNumber,
      };
      const { data } = await call(correctRegistration, { body, idempotencyKey: registration.key });
      onCorrected({ ...registration, ...data });
    },
  });
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <StepHeading>{t("Correct the details")}</StepHeading>
      <p className="dimmed">{t("The team, the referrer and the place stay as they are.")}</p>
      <PersonFields form={form} gender={gender} />
      <FormProblem error={problem} />
      <SubmitButton busy={form.formState.isSubmitting}>{t("Save")}</SubmitButton>
      <Button variant="default" fullWidth onClick={onCancel}>
        {t("Cancel")}
      </Button>
    </form>
  );
}
