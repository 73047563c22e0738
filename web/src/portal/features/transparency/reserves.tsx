import {
  poolSourceNames,
  type PoolSource,
  type ReserveMonth,
  type Reserves,
} from "@fc/contract/transparency/reserves";
import { useLingui } from "@lingui/react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, monthText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { CoinsCell, Figure, Figures } from "../../../ui/money/figures.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { DownloadButton } from "../../../ui/table/table-tools.tsx";
import { downloadReserves } from "./queries.ts";

/** What there is, where the rewards came from, and what came in beside what went out. Figures, and no judgement. */
export function ReservesSections({ reserves }: { reserves: Reserves }) {
  const t = useT();
  const { months } = reserves;
  return (
    <>
      <section className="card stack">
        <h2 className="card-title">{t("Reserves")}</h2>
        <Holdings reserves={reserves} />
      </section>
      <section className="card stack">
        <h2 className="card-title">{t("New stakes and payouts, month by month")}</h2>
        <Months label={t("New stakes and payouts, month by month")} columns={flowColumns} months={months} />
      </section>
      <section className="card stack">
        <h2 className="card-title">{t("Where the rewards came from, month by month")}</h2>
        <p className="dimmed">
          {t(
            "What came into the pool first is paid out first. What came in within one month counts in the order of the columns.",
          )}
        </p>
        <Months
          label={t("Where the rewards came from, month by month")}
          columns={sourceColumns}
          months={months}
        />
        <DownloadButton download={downloadReserves} />
      </section>
    </>
  );
}

function Holdings({ reserves: { at, pool, compared } }: { reserves: Reserves }) {
  const t = useT();
  const { i18n } = useLingui();
  const when = (moment: string) => dateTimeText(moment, i18n.locale);
  if (!compared) {
    return (
      <Figures>
        <Figure label={t("In the rewards pool")} note={when(at)} strong>
          {coinsText(pool)}
        </Figure>
      </Figures>
    );
  }
  return (
    <Figures>
      {compared.pool !== null && (
        <Figure label={t("In the rewards pool")} note={when(compared.at)} strong>
          {coinsText(compared.pool)}
        </Figure>
      )}
      <Figure label={t("In the wallets on the chain")} note={when(compared.at)} strong>
        {coinsText(compared.wallets.reduce((sum, { coins }) => sum + coins, 0))}
      </Figure>
      {compared.wallets.map(({ address, block, coins }) => (
        <Figure
          key={address}
          label={<span translate="no">{address}</span>}
          note={t("As of block {block}", { block: block.toLocaleString("en-IN") })}
        >
          {coinsText(coins)}
        </Figure>
      ))}
      <Figure label={t("In the rewards pool, now")} note={when(at)}>
        {coinsText(pool)}
      </Figure>
    </Figures>
  );
}

interface MonthsProps {
  label: string;
  columns: readonly Column<ReserveMonth>[];
  months: readonly ReserveMonth[];
}

function Months({ label, columns, months }: MonthsProps) {
  const t = useT();
  if (months.length === 0) return <p className="dimmed">{t("Nothing has moved yet.")}</p>;
  return <PlainTable label={label} columns={columns} rows={months} rowKey={({ month }) => month} />;
}

const sourceLabels = {
  treasury: msg("Treasury"),
  fees: msg("Fees"),
  deductions: msg("Deductions"),
  stakes_ended: msg("Ended stakes"),
} as const satisfies Record<PoolSource, string>;

const coins = (title: string, of: (month: ReserveMonth) => number): Column<ReserveMonth> => ({
  title,
  cell: (month) => <CoinsCell coins={of(month)} isPublic />,
  coins: of,
  align: "end",
});

const monthColumn: Column<ReserveMonth> = {
  title: msg("Month"),
  cell: ({ month }) => <Month month={month} />,
  inCard: "heading",
};

const flowColumns: readonly Column<ReserveMonth>[] = [
  monthColumn,
  coins(msg("New stakes (FC)"), ({ newStakes }) => newStakes),
  coins(msg("Stakes from wallets (FC)"), ({ walletStakes }) => walletStakes),
  coins(msg("Payouts (FC)"), ({ payouts }) => payouts),
];

const sourceColumns: readonly Column<ReserveMonth>[] = [
  monthColumn,
  coins(msg("Rewards paid (FC)"), ({ rewards }) => rewards),
  ...poolSourceNames.map((source) => ({
    ...coins(sourceLabels[source], ({ paidFrom }) => paidFrom[source]),
    // Mostly zero: there is no room for seven columns of large amounts, and on a tablet not for five.
    ...(source === "fees" && { folds: true }),
    ...((source === "deductions" || source === "stakes_ended") && { folds: "early" as const }),
  })),
  coins(msg("Pool at the end (FC)"), ({ pool }) => pool),
];

function Month({ month }: { month: string }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={month} style={{ whiteSpace: "nowrap" }}>
      {monthText(`${month}-15T12:00:00Z`, i18n.locale)}
    </time>
  );
}
