import { changeOwnPassword } from "@fc/contract/operators/console-account";
import { passwordsDiffer } from "@fc/contract/password/portal";
import type { QueryKey } from "@tanstack/react-query";
import { ApiError, call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PasswordField, PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";

export const newPasswordHint = "At least 10 characters, and nothing that others know of you.";

export function PasswordCard({ hasApp, queryKey }: { hasApp: boolean; queryKey: QueryKey }) {
  const { email } = useOperator();
  const { busy, problem, submit } = useChange(queryKey, async (form: HTMLFormElement) => {
    const newPassword = formText(form, "newPassword");
    if (newPassword !== formText(form, "again")) {
      throw new ApiError({ code: "MISMATCH", message: passwordsDiffer });
    }
    const oldPassword = formText(form, "oldPassword");
    await call(changeOwnPassword, { body: { oldPassword, newPassword, ...codeIn(form) } });
    form.reset();
    toast.done("Your password was changed, and you were signed out everywhere else");
  });
  return (
    <Form onSubmit={(form) => void submit(form)}>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <PasswordField label="Password now" name="oldPassword" autoComplete="current-password" />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        description={newPasswordHint}
      />
      <PasswordField label="The same again" name="again" autoComplete="new-password" />
      {hasApp && <CodeField />}
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>Change the password</SubmitButton>
    </Form>
  );
}

/** The second step, once more: a console left open is not enough to change the account. */
export function CodeField() {
  return (
    <PlainTextField
      label="Code of your authenticator app"
      name="code"
      autoComplete="one-time-code"
      description="Or one of your recovery codes."
    />
  );
}

export function codeIn(form: HTMLFormElement): { code?: string } {
  const code = formText(form, "code").replaceAll(/[\s-]/g, "");
  return code === "" ? {} : { code };
}
