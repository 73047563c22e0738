import { confirmAnchors } from "@fc/contract/anchors/portal";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { PublicFrame } from "../../../ui/layout/public-frame.tsx";

/** For the link of the first mail. Only the button confirms: programs that read mail open links by themselves. */
export function ConfirmPage({ token }: { token: string }) {
  const t = useT();
  const [email, setEmail] = useState<string>();
  const { busy, problem, submit } = useSubmit(async () => {
    setEmail((await call(confirmAnchors, { params: { token } })).data.email);
  });
  return (
    <PublicFrame title={t("The daily seal by mail")} lead={null} aside={null} centred>
      {email === undefined ? (
        <Form className="stack" onSubmit={() => void submit()}>
          <p>{t("One mail a day with the newest seal. A link at its foot ends it.")}</p>
          <FormProblem error={problem} />
          <SubmitButton busy={busy}>{t("Confirm")}</SubmitButton>
        </Form>
      ) : (
        <Note tone="good" live>
          {t("{email} gets the daily seal from now on.", { email })}
        </Note>
      )}
      <Link to="/anchors/{-$token}" params={{ token: undefined }}>
        {t("Daily seals")}
      </Link>
    </PublicFrame>
  );
}
