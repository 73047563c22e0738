import {
  beginSecondStep,
  confirmSecondStep,
  passSecondStep,
  skipSecondStep,
} from "@fc/contract/operators/console";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api.ts";
import { formText } from "../../../lib/form-text.ts";
import type { SignedInOperator } from "../../../lib/operator.ts";
import { Form } from "../../../ui/form.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { PlainTextField } from "../../../ui/fields.tsx";
import { ErrorState, FormProblem } from "../../../ui/problem.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { Door } from "./door.tsx";

interface SecondStepProps {
  operator: SignedInOperator;
  onPassed: () => void;
  onLeave: () => void;
}

/** Between the password and the console: the authenticator app, set up at the first time. */
export function SecondStep({ operator, onPassed, onLeave }: SecondStepProps) {
  const leave = (
    <button type="button" className="link-button" onClick={onLeave}>
      Sign in as somebody else
    </button>
  );
  if (operator.secondStep === "code") {
    return (
      <Door title="Enter your code" lead="From your authenticator app, or one of your recovery codes.">
        <CodeForm label="Code" send={(code) => call(passSecondStep, { body: { code } })} onDone={onPassed} />
        {leave}
      </Door>
    );
  }
  return (
    <Enrolment mayBeSkipped={operator.secondStep === "enrol-or-skip"} onPassed={onPassed}>
      {leave}
    </Enrolment>
  );
}

interface EnrolmentProps {
  mayBeSkipped: boolean;
  onPassed: () => void;
  children: React.ReactNode;
}

function Enrolment({ mayBeSkipped, onPassed, children }: EnrolmentProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const { data, error, refetch } = useQuery({
    queryKey: ["second-step"],
    queryFn: async () => (await call(beginSecondStep)).data,
    // The secret stays the same while it is being typed.
    staleTime: Infinity,
  });
  const skipping = useSubmit(async () => {
    await call(skipSecondStep);
    onPassed();
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onPassed} />;
  return (
    <Door
      title="Set up your authenticator app"
      lead="Every sign-in to the console asks for its code. Scan this with any authenticator app."
    >
      {data && (
        <>
          <QrCode text={data.uri} label="Code to scan with an authenticator app" />
          <p className="small">
            Or type this key: <strong className="unit-id door-key">{data.secret}</strong>
          </p>
          <CodeForm
            label="Code of the app"
            send={async (code) => {
              const answer = await call(confirmSecondStep, { body: { code } });
              setRecoveryCodes(answer.data.recoveryCodes);
            }}
          />
        </>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <FormProblem error={skipping.problem} />
      {mayBeSkipped && (
        <Button variant="default" onClick={() => void skipping.submit()}>
          Skip for this demo
        </Button>
      )}
      {children}
    </Door>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Door
      title="Keep these recovery codes"
      lead="Each works once in place of the app's code, should you lose your phone. They are shown this once."
    >
      <ol className="door-codes unit-id">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button onClick={onDone}>I have kept them</Button>
    </Door>
  );
}

interface CodeFormProps {
  label: string;
  send: (code: string) => Promise<unknown>;
  onDone?: () => void;
}

function CodeForm({ label, send, onDone }: CodeFormProps) {
  const { busy, problem, submit } = useSubmit(async (code: string) => {
    await send(code);
    onDone?.();
  });
  return (
    <Form onSubmit={(form) => void submit(formText(form, "code").replaceAll(" ", ""))}>
      <PlainTextField label={label} name="code" autoComplete="one-time-code" autoFocus />
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>Continue</SubmitButton>
    </Form>
  );
}
