import { CorrectionFields } from "./correction-fields.tsx";
import { RegistrationSuccess, RegistrationSummary } from "./registration-steps.tsx";
import { dropRegistration, type Registration } from "./stored-registration.ts";

export type LaterStep =
  | { name: "summary" | "correction"; registration: Registration }
  | { name: "success"; registration: Registration; refId: string | undefined };

interface AfterTheFormProps {
  step: LaterStep;
  onStep: (step: LaterStep) => void;
  onCorrected: (registration: Registration) => void;
  isNewcomer: boolean;
}

/** What follows once the form was sent. Most visitors fill in the form first, so its page is there without this. */
export default function AfterTheForm({ step, onStep, onCorrected, isNewcomer }: AfterTheFormProps) {
  if (step.name === "success") {
    return (
      <RegistrationSuccess registration={step.registration} refId={step.refId} isNewcomer={isNewcomer} />
    );
  }
  if (step.name === "correction") {
    return (
      <CorrectionFields
        registration={step.registration}
        onCorrected={onCorrected}
        onCancel={() => onStep({ ...step, name: "summary" })}
      />
    );
  }
  return (
    <RegistrationSummary
      registration={step.registration}
      onCorrect={() => onStep({ ...step, name: "correction" })}
      onDone={(refId) => {
        dropRegistration();
        onStep({ name: "success", registration: step.registration, refId });
      }}
    />
  );
}
