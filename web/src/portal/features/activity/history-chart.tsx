import {
  historyRangeNames,
  historyRanges,
  usualHistoryRange,
  type BalanceHistory,
  type HistoryRange,
} from "@fc/contract/activity/portal";
import { daysAfter, daysBetween } from "@fc/contract/period";
import { rewardKindNames, rewardKinds } from "@fc/contract/plan/reward-kinds";
import { useLingui } from "@lingui/react";
import { Box, Center, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import "@mantine/core/styles/Center.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsText, shortCoins } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ChartOutline } from "../../../ui/chart/chart-outline.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { useAmountsHidden } from "../../../ui/money/own-amounts.tsx";
import { rewardColours } from "./kind-looks.ts";
import { balanceHistoryQuery } from "./queries.ts";

type View = "balance" | "earnings";

/** With its caption and legend, so that nothing below moves when it arrives or is hidden. */
const chartPx = 200;

/** What all wallets held and what the rewards brought, over as many days as one likes. */
export default function HistoryChart() {
  const t = useT();
  const [view, setView] = useState<View>("balance");
  const [range, setRange] = useState<HistoryRange>(usualHistoryRange);
  // The line says how much as well, so that it goes with the figures.
  const isHidden = useAmountsHidden();
  const { data, error, refetch, isPlaceholderData } = useQuery(balanceHistoryQuery(useMember().id, range));
  return (
    <>
      <Group gap="xs">
        <SegmentedControl
          flex={1}
          aria-label={t("What the chart shows")}
          value={view}
          onChange={(chosen) => setView(chosen)}
          data={[
            { value: "balance", label: t("Balance") },
            { value: "earnings", label: t("Earnings") },
          ]}
        />
        <NativeSelect
          aria-label={t("Period")}
          value={range}
          onChange={({ target }) => setRange(historyRangeNames[target.selectedIndex] ?? usualHistoryRange)}
          data={historyRangeNames.map((each) => ({ value: each, label: t(historyRanges[each].label) }))}
        />
      </Group>
      <Box mih={chartPx} opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
        {isHidden ? (
          <Center h={chartPx} c="dimmed">
            {t("Amounts are hidden")}
          </Center>
        ) : data ? (
          view === "balance" ? (
            <BalanceChart history={data} />
          ) : (
            <EarningsChart history={data} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <ChartOutline height={chartPx} />
        )}
      </Box>
    </>
  );
}

function BalanceChart({ history: { from, to, balances, withdrawals } }: { history: BalanceHistory }) {
  const t = useT();
  const { i18n } = useLingui();
  const days = balances.map((_, index) => dayText(daysAfter(from, index), i18n.locale));
  return (
    <Chart
      label={t("All wallets")}
      summary={t("{from}: {first}. {to}: {latest}. Highest: {highest}.", {
        from: dayText(from, i18n.locale),
        first: coinsText(balances[0] ?? 0),
        to: dayText(to, i18n.locale),
        latest: coinsText(balances.at(-1) ?? 0),
        highest: coinsText(Math.max(...balances)),
      })}
      points={days}
      series={[{ label: t("Balance"), colour: "brand", shape: "steps", values: balances }]}
      text={coinsText}
      scaleText={shortCoins}
      marks={withdrawals.map(({ day, amountFc }) => ({
        at: daysBetween(from, day),
        text: t("Withdrawal requested: {amount}", { amount: coinsText(amountFc) }),
      }))}
      marksLabel={t("Withdrawals")}
      tableHeading={t("Day")}
    />
  );
}

function EarningsChart({ history: { from, to, earned, earnedInAll } }: { history: BalanceHistory }) {
  const t = useT();
  const { i18n } = useLingui();
  const spanText = (span: { from: string; to: string }) =>
    [...new Set([span.from, span.to])].map((day) => dayText(day, i18n.locale)).join(" – ");
  const sources = rewardKindNames.map((kind) => ({
    label: t(rewardKinds[kind].totalTitle),
    colour: rewardColours[kind],
    shape: "bars" as const,
    values: earned.map(({ amounts }) => amounts[kind]),
  }));
  return (
    <Chart
      label={t("All rewards")}
      summary={rewardKindNames
        .map((kind) => `${t(rewardKinds[kind].totalTitle)}: ${coinsText(earnedInAll[kind])}`)
        .join("; ")}
      points={earned.map(spanText)}
      series={sources}
      text={coinsText}
      scaleText={shortCoins}
      resting={{ label: spanText({ from, to }), values: rewardKindNames.map((kind) => earnedInAll[kind]) }}
      tableHeading={t("Day")}
    />
  );
}
