import {
  openConsoleLink,
  operatorLogin,
  operatorLoginRefused,
  requestConsoleLink,
} from "@fc/contract/operators/console";
import { Button } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { formText } from "../../../lib/form-text.ts";
import { operatorSession } from "../../../lib/session/session.ts";
import { PasswordField, PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export default function LoginPage() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <SignIn />
    </QueryClientProvider>
  );
}

function SignIn() {
  const [email, setEmail] = useState("");
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
      <MailedLink />
      <Form
        onSubmit={(form) => {
          setEmail(formText(form, "email"));
          void submit({ email: formText(form, "email"), password: formText(form, "password") });
        }}
      >
        <PlainTextField label="E-mail" name="email" type="email" autoComplete="username" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <FormProblem error={problem}>
          {problem instanceof ApiError && problem.limit === "console-account" && (
            <LinkRequest email={email} />
          )}
        </FormProblem>
        <SubmitButton busy={busy}>Sign in</SubmitButton>
      </Form>
    </SignedOutFrame>
  );
}

/** An operator who opens the link of the mail: from now on this browser has its own count of wrong passwords. */
function MailedLink() {
  const [secret] = useState(() => location.hash.slice(1));
  const { data, error, refetch } = useQuery({
    queryKey: ["console-link", secret],
    queryFn: () => call(openConsoleLink, { body: { secret } }),
    enabled: secret !== "",
    staleTime: Infinity,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Note tone="good" live>
      <p>You can sign in with this browser now, whoever tries your password elsewhere.</p>
    </Note>
  );
}

/** Somebody may be guessing this operator's password: a mailed link lets the owner in at once. */
function LinkRequest({ email }: { email: string }) {
  const [sent, setSent] = useState("");
  const { busy, problem, submit } = useSubmit(async () => {
    setSent((await call(requestConsoleLink, { body: { email } })).message);
  });
  if (sent) return <p>{sent}.</p>;
  return (
    <>
      <p>Was it not you? With a link that we mail to you, this browser can sign in at once.</p>
      <FormProblem error={problem} />
      <Button variant="default" loading={busy} onClick={() => void submit()}>
        Mail me a link
      </Button>
    </>
  );
}
