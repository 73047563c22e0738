import { freezeAccount, readFreezeLink, type FreezeState } from "@fc/contract/freeze/portal";
import { useLingui } from "@lingui/react";
import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { PublicFrame } from "../../../ui/layout/public-frame.tsx";

/** For the link of a mail, signed in or not. Only the button freezes: programs that read mail open links by themselves. */
export default function FreezePage() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <FreezeLink />
    </QueryClientProvider>
  );
}

function FreezeLink() {
  const t = useT();
  const { token = "" }: { token?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ["freeze", token],
    queryFn: async () => (await call(readFreezeLink, { params: { token } })).data,
    retry: false,
  });
  return (
    <PublicFrame title={t("This was not me")} lead={null} aside={null} centred>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <FreezeStep token={token} link={data} />
      ) : (
        <PageSkeleton />
      )}
    </PublicFrame>
  );
}

function FreezeStep({ token, link }: { token: string; link: FreezeState }) {
  const t = useT();
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const { busy, problem, submit } = useSubmit(async () => {
    const { data } = await call(freezeAccount, { params: { token } });
    queries.setQueryData(["freeze", token], data);
  });
  const { refId, mailedAt } = link;
  const mail = t("User ID {refId}, mail of {time}", { refId, time: dateTimeText(mailedAt, i18n.locale) });
  if (link.state === "frozen") {
    return (
      <>
        <Note tone="good" live>
          <p>
            <strong>{t("Your account is frozen.")}</strong>{" "}
            {t("Nobody can sign in, and no withdrawal is paid, until our support has looked.")}
          </p>
        </Note>
        <p>
          {t(
            "Please write to support on the login page what happened, and change the password of your mailbox if somebody else may know it.",
          )}
        </p>
        <p className="dimmed small">{mail}</p>
        <Link to="/login">{t("To the login page")}</Link>
      </>
    );
  }
  if (link.state === "closed") {
    return (
      <>
        <Note>
          {t(
            "Our support has looked at your account since this mail. If something is wrong again, please write to support.",
          )}
        </Note>
        <p className="dimmed small">{mail}</p>
        <Link to="/login">{t("To the login page")}</Link>
      </>
    );
  }
  return (
    <Form className="stack stack-loose" onSubmit={() => void submit()}>
      <p>{t("Did you not do what our mail says? Then freeze your account now:")}</p>
      <ul>
        <li>{t("every device is signed out, and nobody can sign in")}</li>
        <li>{t("pending withdrawals are not paid; your coins stay yours, and your stakes go on earning")}</li>
        <li>{t("our support looks at it and opens your account again")}</li>
      </ul>
      <p className="dimmed small">{mail}</p>
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Freeze my account")}</SubmitButton>
    </Form>
  );
}
