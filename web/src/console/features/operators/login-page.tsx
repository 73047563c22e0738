import { operatorLogin, operatorLoginRefused } from "@fc/contract/operators/console";
import { ApiError, call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { operatorSession } from "../../../lib/session/session.ts";
import { PasswordField, PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export default function LoginPage() {
  const { busy, problem, submit } = useSubmit(async (body: { email: string; password: string }) => {
    const { isAuth, token } = await call(operatorLogin, { body });
    if (!isAuth || !token) throw new ApiError({ code: "NO_MATCH", message: operatorLoginRefused });
    // The router notices the session and opens the next page.
    operatorSession.start(token);
  });
  return (
    <SignedOutFrame
      title="Sign in to the console"
      lead="For the people who run FC Portal. Members sign in at the portal."
    >
      <Form
        onSubmit={(form) =>
          void submit({ email: formText(form, "email"), password: formText(form, "password") })
        }
      >
        <PlainTextField label="E-mail" name="email" type="email" autoComplete="username" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Sign in</SubmitButton>
      </Form>
    </SignedOutFrame>
  );
}
