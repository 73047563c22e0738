import type { OwnResult } from "@fc/contract/transparency/portal";
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Coins, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { CoverageChart } from "./coverage-chart.tsx";
import { CoverageTable } from "./coverage-table.tsx";
import { OwnProofCard } from "./own-proof.tsx";
import { ReservesSections } from "./reserves.tsx";
import { Results } from "./results.tsx";
import { transparencyQuery } from "./queries.ts";

/** What a member put in and took out; and, for all to see, what the pool covered and how everybody fares. */
export default function TransparencyPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(transparencyQuery(useMember().id));
  if (!data) {
    return (
      <Page width="table">
        <div className="card">
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={6} />}
        </div>
      </Page>
    );
  }
  return (
    <Page width="table">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <section className="card stack">
          <h2 className="card-title">{t("Your own result")}</h2>
          <OwnFigures result={data.own} />
        </section>
        <section className="card stack">
          <h2 className="card-title">{t("All members' results")}</h2>
          <Results results={data.results} />
        </section>
      </SimpleGrid>
      <OwnProofCard />
      <ReservesSections reserves={data.reserves} />
      <section className="card stack">
        <h2 className="card-title">{t("The pool's coverage, day by day")}</h2>
        <p className="dimmed">
          {t(
            "Rewards are paid from the rewards pool. On a day below 100 %, every reward was paid at that share.",
          )}
        </p>
        <CoverageChart days={data.days} />
      </section>
      <CoverageTable />
    </Page>
  );
}

function OwnFigures({
  result: { putIn, putInUsd, tookOut, pending, pendingUsd, wallets, net },
}: {
  result: OwnResult;
}) {
  const t = useT();
  const own = useOwnText();
  return (
    <Figures>
      <Figure
        label={t("Put in")}
        note={t("{dollars} paid for stakes, at the prices of their days", {
          dollars: own(dollarsText(putInUsd)),
        })}
      >
        <Coins coins={putIn} />
      </Figure>
      <Figure label={t("Took out")} note={t("Withdrawals paid, after fees and deductions")}>
        <Coins coins={tookOut} />
      </Figure>
      <Figure label={t("Net: took out less put in")} strong>
        <OwnAmount>{signed(net)}</OwnAmount>
      </Figure>
      <Figure label={t("Pending")} note={t("Withdrawals that wait for a decision")}>
        <Coins coins={pending} />
      </Figure>
      {pendingUsd > 0 && (
        <Figure label={t("Pending")} note={t("Paid for stakes that wait for a decision")}>
          <OwnAmount>{dollarsText(pendingUsd)}</OwnAmount>
        </Figure>
      )}
      <Figure label={t("In your wallets")}>
        <Coins coins={wallets} />
      </Figure>
    </Figures>
  );
}

function signed(coins: number): string {
  return `${coins > 0 ? "+" : coins < 0 ? "−" : ""}${coinsText(Math.abs(coins))}`;
}
