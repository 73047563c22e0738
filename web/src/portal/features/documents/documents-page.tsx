import { documentKindNames, documentKinds, type DocumentKind } from "@fc/contract/documents/kinds";
import type { DocumentVersion } from "@fc/contract/documents/portal";
import type { Language } from "@fc/contract/languages";
import { useLingui } from "@lingui/react";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { session } from "../../../lib/session/session.ts";
import { DocumentText } from "../../../ui/content/document-text.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { PublicAside, PublicFrame } from "../../../ui/layout/public-frame.tsx";
import { documentsQuery, versionQuery } from "./queries.ts";

/** For anybody, signed in or not: the texts that bind, every version that ever did. */
export default function DocumentsPage() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Documents />
    </QueryClientProvider>
  );
}

function Documents() {
  const t = useT();
  const { kind: named, version }: { kind?: string; version?: string } = useParams({ strict: false });
  const kind = documentKindNames.find((each) => each === named) ?? "terms";
  const { data, error, refetch } = useQuery(documentsQuery);
  const versions = data?.find((each) => each.kind === kind)?.versions ?? [];
  const [newest] = versions;
  return (
    <PublicFrame
      title={t(documentKinds[kind].title)}
      lead={<Others />}
      aside={newest ? <Versions kind={kind} versions={versions} /> : null}
    >
      {newest ? (
        <Text kind={kind} version={version === undefined ? newest.version : Number(version)} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Note>{t("This text is not published yet.")}</Note>
      ) : (
        <PageSkeleton />
      )}
    </PublicFrame>
  );
}

function Others() {
  const t = useT();
  return (
    <nav className="row" style={{ flexWrap: "wrap", gap: "0.25rem 1rem" }} aria-label={t("Documents")}>
      {documentKindNames.map((kind) => (
        <Link key={kind} className="link-button" to="/documents/{-$kind}/{-$version}" params={{ kind }}>
          {t(documentKinds[kind].title)}
        </Link>
      ))}
      <Link className="link-button" to={session.token() ? "/" : "/login"}>
        {session.token() ? t("Dashboard") : t("Login")}
      </Link>
    </nav>
  );
}

function Versions({ kind, versions }: { kind: DocumentKind; versions: readonly DocumentVersion[] }) {
  const t = useT();
  return (
    <PublicAside title={t("All versions")}>
      <ul>
        {versions.map((each) => (
          <Version key={each.version} kind={kind} version={each} />
        ))}
      </ul>
    </PublicAside>
  );
}

function Text({ kind, version }: { kind: DocumentKind; version: number }) {
  const t = useT();
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(versionQuery(kind, version));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const day = (at: string) => dateText(at, i18n.locale);
  return (
    <article className="stack">
      <p className="dimmed">
        {t("Version {version}, released on {day}", { version, day: day(data.releasedAt) })}
      </p>
      {data.replacedBy && (
        <Note>
          {t("This version is no longer in force. Version {version} replaced it on {day}.", {
            version: data.replacedBy.version,
            day: day(data.replacedBy.releasedAt),
          })}{" "}
          <Link to="/documents/{-$kind}/{-$version}" params={{ kind }}>
            {t("Read the version in force")}
          </Link>
        </Note>
      )}
      <DocumentText text={data.text[i18n.locale as Language]} />
    </article>
  );
}

function Version({ kind, version }: { kind: DocumentKind; version: DocumentVersion }) {
  const t = useT();
  const { i18n } = useLingui();
  const day = dateText(version.releasedAt, i18n.locale);
  return (
    <li>
      <span>
        <Link
          to="/documents/{-$kind}/{-$version}"
          params={{ kind, version: String(version.version) }}
          className="link-button"
        >
          {t("Version {version}, released on {day}", { version: version.version, day })}
        </Link>
        {version.isSubstantial && (
          <>
            <br />
            <span className="small dimmed">{t("Accepted by members")}</span>
          </>
        )}
      </span>
    </li>
  );
}
