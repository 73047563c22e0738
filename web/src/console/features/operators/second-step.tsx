import {
  beginSecondStep,
  confirmSecondStep,
  passSecondStep,
  skipSecondStep,
} from "@fc/contract/operators/console";
import { Button, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import type { SignedInOperator } from "../../../lib/session/operator.ts";
import { Form } from "../../../ui/form/form.tsx";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

interface SecondStepProps {
  operator: SignedInOperator;
  onPassed: () => void;
  onLeave: () => void;
}

/** Asks for a code of the authenticator app after the password. An operator without an app sets it up here. */
export function SecondStep({ operator, onPassed, onLeave }: SecondStepProps) {
  const leave = (
    <button type="button" className="link-button" onClick={onLeave}>
      Sign in as somebody else
    </button>
  );
  if (operator.secondStep === "code") {
    return (
      <SignedOutFrame
        title="Enter your code"
        lead="From your authenticator app, or one of your recovery codes."
      >
        <CodeForm label="Code" send={(code) => call(passSecondStep, { body: { code } })} onDone={onPassed} />
        {leave}
      </SignedOutFrame>
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
    // A second request would make a new secret, while the operator is still typing the first one into the app.
    staleTime: Infinity,
  });
  const skipping = useSubmit(async () => {
    await call(skipSecondStep);
    onPassed();
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onPassed} />;
  return (
    <SignedOutFrame
      title="Set up your authenticator app"
      lead="Every sign-in to the console asks for its code. Scan this with any authenticator app."
    >
      {data && (
        <>
          <QrCode text={data.uri} label="Code to scan with an authenticator app" />
          <Text size="sm">
            Or type this key: <Code className="operator-key">{data.secret}</Code>
          </Text>
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
    </SignedOutFrame>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <SignedOutFrame
      title="Keep these recovery codes"
      lead="Each works once in place of the app's code, should you lose your phone. They are shown this once."
    >
      <RecoveryCodeList codes={codes} />
      <Button onClick={onDone}>I have kept them</Button>
    </SignedOutFrame>
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
