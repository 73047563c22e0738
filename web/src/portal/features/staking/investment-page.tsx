import { noUsdCents } from "@fc/contract/units";
import { Box } from "@mantine/core";
import { beforeMove } from "@fc/contract/arrival/before-move";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import {
  investmentColumns,
  investmentSorts,
  stakeStateKinds,
  type Stake,
  type StakeState,
} from "@fc/contract/staking/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { CheckIcon, CloseIcon } from "../../../ui/icons/icons.tsx";
import { ClockIcon, StakeIcon } from "../../../ui/icons/screen-icons.tsx";
import { ActivityLink } from "../../../ui/money/activity-link.tsx";
import { Coins, coinsColumn, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { StakeProgress } from "../../../ui/money/stake-life.tsx";
import { receiptLink } from "../../../ui/money/receipt-link.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { coinText } from "./coin-text.ts";
import { downloadInvestment, investmentQuery } from "./queries.ts";
import { UndoStake } from "./undo-stake.tsx";

type Sort = (typeof investmentSorts)[number];

const columns: readonly Column<Stake, Sort>[] = reportColumns(investmentColumns, {
  serial: { cell: (_row, serial) => serial, inCard: "number" },
  date: { cell: ({ topUpAt }) => <Day iso={topUpAt} />, sort: "topUpAt", inCard: "plain" },
  coins: coinsColumn,
  status: { cell: (stake) => <StakeStatus {...stake} />, sort: "status", inCard: "aside" },
});

function Day({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  return dateText(iso, i18n.locale);
}

const stateIcons = { active: ClockIcon, ended: CheckIcon, undone: CloseIcon } as const satisfies Record<
  StakeState,
  unknown
>;

/** A stake that still earns, one that has paid everything, or one that was undone. */
function StakeStatus({ status, undoUntil, life, reference }: Stake) {
  const t = useT();
  return (
    <div>
      <StateTag status={status === "active" ? "A" : undefined} icon={stateIcons[status]}>
        {t(stakeStateKinds[status].label)}
      </StateTag>
      {life && status === "active" && (
        <div className="small dimmed">{t("Day {day} of {days}", { day: life.day, days: life.days })}</div>
      )}
      {undoUntil !== null && <div className="small dimmed">{t("Can be undone")}</div>}
      {reference === null && <div className="small dimmed">{t(beforeMove)}</div>}
    </div>
  );
}

export default function InvestmentPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({
    sorts: investmentSorts,
    first: { sort: "topUpAt", order: "desc" },
    filters: ["from", "to"],
  });
  const result = useQuery(investmentQuery(id, table.query));
  return (
    <Page width="table">
      <DataTable
        label={t("Staking Investment")}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        result={result}
        filters={<PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
        tools={<ActivityLink search={{ ...table.filters, kinds: "stakes" }} />}
        details={detailsOf}
        link={receiptLink}
        download={() => downloadInvestment(id, table.query)}
        empty={
          <EmptyState
            icon={StakeIcon}
            hint={t("Your stakes are listed here, with how long each of them earns.")}
            act={{ to: "/stacking", label: t("Stake a package") }}
          >
            {t("Nothing to Show")}
          </EmptyState>
        }
      />
    </Page>
  );
}

function detailsOf(stake: Stake) {
  return <StakeDetails {...stake} />;
}

function StakeDetails({ id, amountUsd, cost, endedAt, undoUntil, life }: Stake) {
  const t = useT();
  return (
    <>
      {life && (
        <Box mb="sm">
          <StakeProgress life={life} isEnded={endedAt !== null} />
        </Box>
      )}
      <Figures>
        <Figure label={t("Staked")}>
          <OwnAmount>{usdText(usdCentsFromWire(amountUsd) ?? noUsdCents)}</OwnAmount>
        </Figure>
        {life && endedAt === null && (
          <Figure label={t("A day brings")}>
            <Coins coins={life.perDay} />
          </Figure>
        )}
        {life && life.notCovered > 0 && (
          <Figure label={t("Not covered by the pool")} hint={t("It is not paid later.")}>
            <Coins coins={life.notCovered} />
          </Figure>
        )}
        {cost !== null && <Figure label={t("Price for $15")}>{coinText(cost)} FC</Figure>}
        {endedAt && (
          <Figure label={t("Ended")}>
            <Day iso={endedAt} />
          </Figure>
        )}
      </Figures>
      {undoUntil !== null && <UndoStake stakeId={id} until={undoUntil} />}
    </>
  );
}
