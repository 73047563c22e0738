import { percentText } from "@fc/contract/plan/difference";
import { rewardKindNames, rewardKinds } from "@fc/contract/plan/reward-kinds";
import type { Tonight, TonightPairs } from "@fc/contract/tonight/portal";
import { useLingui } from "@lingui/react";
import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { coinsFigure, coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { Coins, Figure, Figures } from "../../../ui/money/figures.tsx";
import { LeadFigure } from "../../../ui/money/lead-figure.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { OneMoreStake } from "./one-more-stake.tsx";
import { tonightQuery } from "./queries.ts";

/** What the coming closing would pay, and what one more stake would change. */
export default function TonightPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(tonightQuery(useMember().id));
  if (data === undefined) {
    return (
      <Page>
        <Card>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={8} />}
        </Card>
      </Page>
    );
  }
  if (data === null) {
    return (
      <Page>
        <Card title={t("Tonight's earnings")}>
          <Note>
            {t(
              "The last day is being closed. As soon as everybody is paid, you see here what the next closing would pay.",
            )}
          </Note>
        </Card>
      </Page>
    );
  }
  return (
    <Page>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Earnings tonight={data} />
        <div className="stack stack-loose">
          <Matching pairs={data.pairs} />
          <OneMoreStake />
        </div>
      </SimpleGrid>
    </Page>
  );
}

function Earnings({ tonight }: { tonight: Tonight }) {
  const t = useT();
  const { i18n } = useLingui();
  const { due, totalDue, totalPays, coverage, day, endsAt, planVersion } = tonight;
  return (
    <Card>
      <div>
        <p className="dimmed">{t("If nothing changes, the closing pays you")}</p>
        <LeadFigure figure={coinsFigure(totalPays)} unit="FC" />
        <p className="small dimmed">
          {t("for {day}, which ends at {end}", {
            day: dayText(day, i18n.locale),
            end: dateTimeText(endsAt, i18n.locale),
          })}
        </p>
      </div>
      <Figures>
        {rewardKindNames.map((kind) => (
          <Figure key={kind} label={t(rewardKinds[kind].totalTitle)}>
            <Coins coins={due[rewardKinds[kind].planSection]} />
          </Figure>
        ))}
        <Figure label={t("Due in all")}>
          <Coins coins={totalDue} />
        </Figure>
        <Figure label={t("What the pool covers")} note={coverage && <CoverageNote coverage={coverage} />}>
          {coverage ? percentText(coverage.share) : t("Not computed yet")}
        </Figure>
        <Figure label={t("Paid by the closing")} strong>
          <Coins coins={totalPays} />
        </Figure>
      </Figures>
      <Note>
        {t(
          "This is an estimate until the closing. New stakes of your team, a stake that is undone, another price of the coin, another plan, and what the pool holds can change it until the day ends. Tax is deducted from it where tax applies.",
        )}
      </Note>
      <p className="small dimmed">
        {t("Computed by the closing's own functions, by version {version} of the plan.", {
          version: planVersion,
        })}{" "}
        <Link to="/plan">{t("Plan")}</Link>
      </p>
    </Card>
  );
}

function CoverageNote({ coverage }: { coverage: NonNullable<Tonight["coverage"]> }) {
  const t = useT();
  const { i18n } = useLingui();
  const { due, available, computedAt, isCurrent } = coverage;
  return (
    <Text span inherit display="block" ta="start">
      {t("Everybody together is due {due}, and the pool holds {available}.", {
        due: coinsText(due),
        available: coinsText(available),
      })}
      <br />
      {isCurrent
        ? t("Nothing that changes this has happened since {time}.", {
            time: dateTimeText(computedAt, i18n.locale),
          })
        : t("This sum is of {time}. Something has changed since; it is being added up again.", {
            time: dateTimeText(computedAt, i18n.locale),
          })}
    </Text>
  );
}

function Matching({ pairs }: { pairs: TonightPairs | null }) {
  const t = useT();
  const dollars = (usd: number) => <OwnAmount>{dollarsText(usd)}</OwnAmount>;
  return (
    <Card title={t("Pair matching")}>
      {pairs ? (
        <Figures>
          <Figure label={t("Unmatched business, left leg")}>{dollars(pairs.left)}</Figure>
          <Figure label={t("Unmatched business, right leg")}>{dollars(pairs.right)}</Figure>
          <Figure label={t("Matched tonight")}>{dollars(pairs.matched)}</Figure>
          <Figure label={t("Cap of the day")}>{dollars(pairs.cap)}</Figure>
          <Figure label={t("Pair matching")} strong>
            {dollars(pairs.bonus)}
          </Figure>
          {pairs.flushed > 0 && (
            <Figure label={t("Flushed")} note={t("Business beyond the cap earns nothing and is lost.")}>
              {dollars(pairs.flushed)}
            </Figure>
          )}
        </Figures>
      ) : (
        <p className="dimmed">
          {t("Qualified by a running stake and an active member you sponsored on each side")}
        </p>
      )}
    </Card>
  );
}
