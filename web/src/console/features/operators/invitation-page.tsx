import { acceptInvitation, invitation } from "@fc/contract/operators/console";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { PasswordField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { newPasswordHint } from "./password-card.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export default function InvitationPage() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Invited />
    </QueryClientProvider>
  );
}

function Invited() {
  const [secret] = useState(() => location.hash.slice(1));
  const [done, setDone] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", secret],
    queryFn: async () => (await call(invitation, { body: { secret } })).data,
    staleTime: Infinity,
  });
  const { busy, problem, submit } = useSubmit(async (password: string, again: string) => {
    if (password !== again) throw new ApiError({ code: "MISMATCH", message: "The two passwords differ" });
    await call(acceptInvitation, { body: { secret, password } });
    setDone(true);
  });
  if (done) {
    return (
      <SignedOutFrame title="Your password is set">
        <Note tone="good" live>
          <p>Next you sign in and set up your authenticator app.</p>
        </Note>
        <Link to="/login">Sign in</Link>
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame
      title="Choose your password"
      lead={data && `Hello ${data.name}. You will work as ${data.role}, with ${data.email}.`}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Form onSubmit={(form) => void submit(formText(form, "password"), formText(form, "again"))}>
          <input type="hidden" name="email" autoComplete="username" value={data.email} readOnly />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            description={newPasswordHint}
          />
          <PasswordField label="The same again" name="again" autoComplete="new-password" />
          <FormProblem error={problem} />
          <SubmitButton busy={busy}>Set the password</SubmitButton>
        </Form>
      )}
    </SignedOutFrame>
  );
}
