import { operatorLogin, operatorLoginRefused } from "@fc/contract/operators/console";
import { ApiError, call } from "../../../lib/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { operatorSession } from "../../../lib/session.ts";
import { PasswordField, PlainTextField } from "../../../ui/fields.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/problem.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { Door } from "./door.tsx";

export default function LoginPage() {
  const { busy, problem, submit } = useSubmit(async (body: { email: string; password: string }) => {
    const { isAuth, token } = await call(operatorLogin, { body });
    if (!isAuth || !token) throw new ApiError({ code: "NO_MATCH", message: operatorLoginRefused });
    // The guards of the router notice the session and lead on.
    operatorSession.start(token);
  });
  return (
    <Door
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
    </Door>
  );
}
