import { subscribeToAnchors } from "@fc/contract/anchors/portal";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";

/** Nothing is mailed before the link in the first mail was opened and confirmed. */
export function SubscribeToAnchors() {
  const t = useT();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const { busy, problem, submit } = useSubmit(async () => {
    setSentTo(undefined);
    await call(subscribeToAnchors, { body: { email } });
    setSentTo(email.trim());
  });
  return (
    <Form className="stack" onSubmit={() => void submit()}>
      <p>
        {t(
          "One mail a day with the newest seal. A mailbox of your own is a copy that nobody here can change.",
        )}
      </p>
      <PlainTextField
        label={t("E-mail")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        withAsterisk={false}
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Subscribe")}</SubmitButton>
      {sentTo !== undefined && (
        <Note tone="good" live>
          {t("If {email} does not get it yet, a mail with a link is on its way. Open the link to confirm.", {
            email: sentTo,
          })}
        </Note>
      )}
    </Form>
  );
}
