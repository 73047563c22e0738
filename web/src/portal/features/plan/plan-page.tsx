import { planDocument, type PlanDocument } from "@fc/contract/plan/document";
import { Button, Stack, Table } from "@mantine/core";
import "@mantine/core/styles/Table.layer.css";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { DownloadIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { Calculator } from "./calculator.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { PlanVersions } from "./plan-versions.tsx";
import { openPlan, planAddress, planQuery } from "./queries.ts";
import "./plan.css";

/** The plan as a document, and below it the calculator. */
export default function PlanPage() {
  const t = useT();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(planQuery);
  const address = planAddress(language);
  // Most phones have no viewer within a page, and say so; and on a narrow one nobody could read a page of A4.
  const isNarrow = useNarrow();
  const hasViewer = !isNarrow && navigator.pdfViewerEnabled;
  const open = useCallback(
    () => openPlan({ language, paper: isNarrow ? "phone" : "a4" }),
    [language, isNarrow],
  );
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
        <div className="plan-viewer" data-loading={!hasViewer && !data}>
          {hasViewer ? (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed frame shows no PDF; it is our own
            <iframe title={t("Plan document")} src={`${address}#navpanes=0&view=FitH`} height={500} />
          ) : data ? (
            <PlanPages document={planDocument(data, language)} open={open} />
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
        // As high as the calculator on a phone: what stands below it does not jump.
        <div className="card" style={{ minHeight: "36rem" }}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={4} />}
        </div>
      )}
      <PlanVersions />
    </Page>
  );
}

/** Drawn by ourselves, as high as the browser's own viewer on other screens. */
function PlanPages({ document, open }: { document: PlanDocument; open: () => ReturnType<typeof openPlan> }) {
  return (
    <article className="plan-pages" tabIndex={0} aria-label={document.title}>
      <PdfPages open={open} words={<PlanText document={document} />} />
    </article>
  );
}

/** The same words as a page, made by the same function. */
function PlanText({ document: { title, subtitle, sections } }: { document: PlanDocument }) {
  return (
    <Stack className="plan-text" p="md">
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
    </Stack>
  );
}

function OfferTable({ rows: [head, ...rows] }: { rows: readonly (readonly [string, string])[] }) {
  return <Table w="auto" data={{ head: [...(head ?? [])], body: rows.map((row) => [...row]) }} />;
}
