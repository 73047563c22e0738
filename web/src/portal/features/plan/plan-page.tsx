import type { Language } from "@fc/contract/languages";
import { planDocument } from "@fc/contract/plan/document";
import type { PlanVersion } from "@fc/contract/plan/rules";
import { useLingui } from "@lingui/react";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { DownloadIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { Calculator } from "./calculator.tsx";
import { planAddress, planQuery } from "./queries.ts";
import "./plan.css";

/** The plan as a document, and below it the calculator. */
export default function PlanPage() {
  const t = useT();
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(planQuery);
  const address = planAddress(i18n.locale);
  // Most phones have no viewer within a page, and say so; and on a narrow one nobody could read a page of A4.
  const showsPdf = !useNarrow() && navigator.pdfViewerEnabled;
  return (
    <Page>
      <section className="card stack">
        <div className="card-header">
          <h2 className="card-title">{t("Plan document")}</h2>
          <Button
            component="a"
            variant="default"
            href={address}
            target="_blank"
            rel="noopener"
            leftSection={<DownloadIcon />}
          >
            {t("Open the PDF")}
          </Button>
        </div>
        <div className="plan-viewer">
          {showsPdf ? (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed frame shows no PDF; it is our own
            <iframe title={t("Plan document")} src={`${address}#navpanes=0&view=FitH`} height={500} />
          ) : data ? (
            <PlanText plan={data} language={i18n.locale as Language} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <TextSkeleton rows={4} />
          )}
        </div>
      </section>
      {data ? (
        <Calculator plan={data} />
      ) : (
        error && (
          <div className="card">
            <ErrorState error={error} onRetry={() => void refetch()} />
          </div>
        )
      )}
    </Page>
  );
}

/** The same words as a page, made by the same function. */
function PlanText({ plan, language }: { plan: PlanVersion; language: Language }) {
  const { title, subtitle, sections } = planDocument(plan, language);
  return (
    <article className="plan-text" tabIndex={0} aria-label={title}>
      <h3>{title}</h3>
      <p className="dimmed">{subtitle}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h4>{section.title}</h4>
          {section.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {section.table && <OfferTable rows={section.table} />}
        </section>
      ))}
    </article>
  );
}

function OfferTable({ rows: [head, ...rows] }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {head?.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([matched, reward]) => (
          <tr key={matched}>
            <td>{matched}</td>
            <td>{reward}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
