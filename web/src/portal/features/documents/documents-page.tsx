import { documentKindNames, documentKinds, type DocumentKind } from "@fc/contract/documents/kinds";
import type { DocumentVersion } from "@fc/contract/documents/portal";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { DocumentText } from "../../../ui/content/document-text.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { HomeLink } from "../../../ui/layout/home-link.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { PublicFrame } from "../../../ui/layout/public-frame.tsx";
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
  const shown = version === undefined ? (newest?.version ?? 0) : Number(version);
  return (
    <PublicFrame
      title={t(documentKinds[kind].title)}
      lead={<Others current={kind} />}
      width="text"
      aside={newest ? <Versions kind={kind} versions={versions} version={shown} /> : null}
    >
      {newest ? (
        <Text kind={kind} version={shown} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Note>{t("This text is not published yet.")}</Note>
      ) : (
        <TextComes />
      )}
    </PublicFrame>
  );
}

/** As long as a screen at least: what stands below the text does not jump. */
function TextComes() {
  return (
    <div style={{ minHeight: "100dvh" }}>
      <PageSkeleton />
    </div>
  );
}

function Others({ current }: { current: DocumentKind }) {
  const t = useT();
  return (
    <nav
      className="row"
      // As far to the left as the title: the links have room around them for fingers.
      style={{ flexWrap: "wrap", gap: "0 1rem", marginInlineStart: "-0.25rem" }}
      aria-label={t("Documents")}
    >
      {documentKindNames
        .filter((kind) => kind !== current)
        .map((kind) => (
          <Link key={kind} className="link-button" to="/documents/{-$kind}/{-$version}" params={{ kind }}>
            {t(documentKinds[kind].title)}
          </Link>
        ))}
      <HomeLink />
    </nav>
  );
}

interface VersionsProps {
  kind: DocumentKind;
  versions: readonly DocumentVersion[];
  /** The one that is shown. */
  version: number;
}

function Versions({ kind, versions, version }: VersionsProps) {
  const t = useT();
  return (
    <aside className="public-beside">
      <Card title={t("All versions")}>
        <ul className="plain-list ruled-list">
          {versions.map((each) => (
            <Version key={each.version} kind={kind} version={each} isShown={each.version === version} />
          ))}
        </ul>
      </Card>
    </aside>
  );
}

function Text({ kind, version }: { kind: DocumentKind; version: number }) {
  const t = useT();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(versionQuery(kind, version));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextComes />;
  const day = (at: string) => dateText(at, language);
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
      <DocumentText text={data.text[language]} />
    </article>
  );
}

interface VersionProps {
  kind: DocumentKind;
  version: DocumentVersion;
  isShown: boolean;
}

function Version({ kind, version: { version, releasedAt, isSubstantial }, isShown }: VersionProps) {
  const t = useT();
  const language = useLanguage();
  const text = t("Version {version}, released on {day}", { version, day: dateText(releasedAt, language) });
  return (
    <li>
      <Link
        to="/documents/{-$kind}/{-$version}"
        params={{ kind, version: String(version) }}
        aria-current={isShown || undefined}
        style={{ fontWeight: isShown ? 600 : undefined }}
      >
        {text}
      </Link>
      {isSubstantial && <div className="small dimmed">{t("Accepted by members")}</div>}
    </li>
  );
}
