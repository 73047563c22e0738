import { documentKinds } from "@fc/contract/documents/kinds";
import { acceptDocuments, type WaitingDocument } from "@fc/contract/documents/portal";
import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { memberQuery, useMember } from "../../../lib/session/member.ts";
import { safeReturnPath } from "../../../lib/session/session.ts";
import { DocumentText, linesOnlyIn } from "../../../ui/content/document-text.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton, TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { unsaved } from "../../../ui/form/unsaved.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { acceptancesQuery, versionQuery } from "./queries.ts";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";

/** What has to be read and accepted before anything else. */
export default function AcceptPage() {
  const t = useT();
  const member = useMember();
  const { data, error, refetch } = useQuery(acceptancesQuery(member.id));
  useGoOn(!member.mustAccept);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const isChange = data.waiting.some(({ acceptedBefore }) => acceptedBefore !== null);
  return (
    <Page width="form">
      <p>
        {isChange
          ? t("Our texts have changed in substance. Please read what is new; then everything else opens.")
          : t(
              "Please read these texts first; then everything else opens. They say what you can expect of us, and what can go wrong.",
            )}
      </p>
      {data.waiting.map((document) => (
        <WaitingText key={document.kind} document={document} />
      ))}
      <Acceptance waiting={data.waiting} />
      <p className="small dimmed">
        {t(
          "You do not have to accept. Without it you can still write to support, save your data and close your account.",
        )}{" "}
        <Link to="/support">{t("Support")}</Link> · <Link to="/my-data">{t("My data")}</Link>
      </p>
    </Page>
  );
}

function WaitingText({
  document: { kind, version, releasedAt, acceptedBefore },
}: {
  document: WaitingDocument;
}) {
  const t = useT();
  const language = useLanguage();
  const title = t(documentKinds[kind].title);
  const { data, error, refetch } = useQuery(versionQuery(kind, version));
  // Without it the text is only shown without marks.
  const { data: accepted } = useQuery({
    ...versionQuery(kind, acceptedBefore ?? version),
    enabled: acceptedBefore !== null,
  });
  // Of a first version the query above finds the same text, and nothing in it is new.
  const before = acceptedBefore === null ? undefined : accepted?.text[language];
  const dropped = data && before !== undefined ? linesOnlyIn(before, data.text[language]) : [];
  return (
    <Card title={title}>
      <p className="small dimmed">
        {t("Version {version}, released on {day}", { version, day: dateText(releasedAt, language) })}
        {acceptedBefore !== null && (
          <> · {t("You accepted version {version} before", { version: acceptedBefore })}</>
        )}
        {before !== undefined && <> · {t("New lines have a bar at their side")}</>}
      </p>
      {data ? (
        <div
          // Reached by keyboard, so that it can be scrolled without a mouse.
          tabIndex={0}
          role="region"
          aria-label={title}
          // The frame shows that the text goes on below it.
          style={{
            maxHeight: "22rem",
            overflowY: "auto",
            padding: "0.75rem",
            border: "1px solid var(--fc-line)",
            borderRadius: "var(--mantine-radius-md)",
          }}
        >
          <DocumentText text={data.text[language]} {...(before !== undefined && { before })} />
          {dropped.length > 0 && (
            <div className="stack" style={{ marginTop: "1.5rem" }}>
              <h3>{t("No longer in the text")}</h3>
              <ul className="dimmed" style={{ margin: 0, paddingInlineStart: "1.25rem" }}>
                {dropped.map((line) => (
                  <li key={line}>
                    <del>{line}</del>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={6} />
      )}
    </Card>
  );
}

function Acceptance({ waiting }: { waiting: readonly WaitingDocument[] }) {
  const t = useT();
  const member = useMember();
  const queries = useQueryClient();
  const [isRead, setRead] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, submit } = useSubmit(async () => {
    const versions = waiting.map(({ kind, version }) => ({ kind, version }));
    try {
      await call(acceptDocuments, { body: { userId: member.id, versions } });
    } catch (error) {
      // A newer version came while this one was read.
      if (error instanceof ApiError && error.code === "DOCUMENTS_CHANGED") {
        setRead(false);
        void queries.invalidateQueries({ queryKey: acceptancesQuery(member.id).queryKey });
      }
      throw error;
    }
    // Else the way on would ask whether to give up the tick.
    unsaved.forget();
    queries.setQueryData(memberQuery.queryKey, { ...member, mustAccept: false });
    void queries.invalidateQueries();
  });
  return (
    <Form
      onSubmit={() => {
        setMissing(!isRead);
        if (isRead) void submit();
      }}
    >
      <Checkbox
        label={t("I have read these texts and accept them")}
        checked={isRead}
        error={isMissing && !isRead && t("Please tick this first")}
        onChange={({ currentTarget: { checked } }) => setRead(checked)}
      />
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Accept and go on")}</SubmitButton>
    </Form>
  );
}

/** Leads on to the page that the member wanted to see first. */
function useGoOn(isDone: boolean): void {
  const navigate = useNavigate();
  const { from } = useRouterState({ select: ({ location }) => location.state });
  // As it was at first: on the way to the next page the address says something else already.
  const [first] = useState(from);
  useEffect(() => {
    if (isDone) void navigate({ href: safeReturnPath(first), replace: true });
  }, [isDone, first, navigate]);
}
