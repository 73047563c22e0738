import { beforeMove } from "@fc/contract/arrival/before-move";
import {
  reportEmpty,
  walletReports,
  type WalletReportName,
  type WalletRow,
} from "@fc/contract/reports/portal";
import { walletKinds, wallets, type Wallet } from "@fc/contract/wallet/kinds";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { createContext, Suspense, use, useState } from "react";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { dateTimeText, shortTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { lazyComponent } from "../../../lib/lazy/lazy-component.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { loadOrNotify } from "../../../ui/feedback/load-or-notify.ts";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { ActivityLink } from "../../../ui/money/activity-link.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { useAmountsHidden } from "../../../ui/money/own-amounts.tsx";
import { receiptLink } from "../../../ui/money/receipt-link.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { StatementButton } from "../../statement/statement-button.tsx";
import { downloadWalletReport, walletReportQuery } from "./queries.ts";
import "./reports.css";

const WhyDialog = lazyComponent(() => import("../../why/own-why-dialog.tsx"));

function columnsOf(name: WalletReportName): readonly Column<WalletRow>[] {
  return reportColumns(walletReports[name].columns, {
    serial: { cell: (_row, number) => number.toLocaleString("en-IN"), inCard: "none" },
    date: { cell: (row) => <Moment row={row} report={name} />, inCard: "plain" },
    coins: {
      cell: (row) => <Movement row={row} />,
      coins: ({ fcAmount }) => fcAmount,
      align: "end",
      inCard: "aside",
    },
    message: { cell: (row) => <Message row={row} report={name} />, inCard: "heading" },
  });
}

const columns = {
  earning: columnsOf("earning"),
  offers: columnsOf("offers"),
  staking: columnsOf("staking"),
  all: columnsOf("all"),
} as const satisfies Record<WalletReportName, readonly Column<WalletRow>[]>;

/** Opens the explanation of a line. The dialog is rendered beside the table, and not in a cell of it. */
const OpenWhy = createContext<(transID: string) => void>(() => undefined);

const typeLabels = { C: msg("Credited"), D: msg("Debited") } as const;
const filterNames = ["from", "to", "wallet"] as const;
const walletOf = (text: string | undefined) => wallets.find((wallet) => wallet === text);

/** What came into a wallet and went out of it, newest first. The page's title names the wallet. */
export function WalletReport({ report, label }: { report: WalletReportName; label: string }) {
  const t = useT();
  const { id } = useMember();
  const table = useCursorTable(filterNames);
  const wallet = walletOf(table.filters["wallet"]);
  const query = { ...table.query, wallet };
  const result = useQuery(walletReportQuery(id, report, query));
  const narrow = useNarrow();
  const [explained, setExplained] = useState<string>();
  return (
    <Page width="table">
      <OpenWhy value={setExplained}>
        <CursorTable
          label={t(label)}
          table={table}
          columns={columns[report]}
          rowKey={({ transID, type, movedId }) => movedId ?? `${transID}${type}`}
          result={result}
          filters={
            <>
              <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
              {report === "all" && (
                <ChoiceFilter
                  label={t("Wallet")}
                  name="wallet"
                  choices={wallets.map((each) => [each, t(walletKinds[each].label)])}
                  table={table}
                  all={t("All")}
                />
              )}
            </>
          }
          tools={
            <>
              <ActivityLink search={{ ...table.filters, wallet: wallet ?? onlyWallet(report) }} />
              <StatementButton wallet={wallet ?? onlyWallet(report) ?? "all"} period={table.filters} />
            </>
          }
          {...(narrow && { link: explanationOf })}
          download={() => downloadWalletReport(id, report, query)}
          empty={<NothingMoved report={report} />}
        />
      </OpenWhy>
      {explained !== undefined && (
        <Suspense>
          <WhyDialog transID={explained} onClose={() => setExplained(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

const emptyReports: Readonly<Record<WalletReportName, { hint: string; to: string; act: string }>> = {
  staking: {
    hint: msg("What your stakes return is credited here at every closing."),
    to: "/stacking",
    act: msg("Stake a package"),
  },
  earning: {
    hint: msg("Direct bonus and pair matching are credited here when your team stakes."),
    to: "/referral-link",
    act: msg("Share your referral link"),
  },
  offers: {
    hint: msg("Offers that you reach are credited here. The plan says what they take."),
    to: "/plan",
    act: msg("Read the plan"),
  },
  all: {
    hint: msg("Everything that moves in your wallets is listed here. It begins with a stake."),
    to: "/stacking",
    act: msg("Stake a package"),
  },
};

function NothingMoved({ report }: { report: WalletReportName }) {
  const t = useT();
  const { hint, to, act } = emptyReports[report];
  return (
    <EmptyState icon={ReportIcon} hint={t(hint)} act={{ to, label: t(act) }}>
      {t(reportEmpty)}
    </EmptyState>
  );
}

/** The wallet that a report is about; undefined for the one of all wallets. */
function onlyWallet(report: WalletReportName): Wallet | undefined {
  const [first, ...others] = walletReports[report].wallets;
  return others.length === 0 ? first : undefined;
}

interface CellProps {
  row: WalletRow;
  report: WalletReportName;
}

/** On a phone the other side stands before the time, or else which way the coins went; a table has both beside the amount. */
function Moment({ row: { type, transactionAt: at, message }, report }: CellProps) {
  const t = useT();
  const { i18n } = useLingui();
  const narrow = useNarrow();
  return (
    <span className="report-moment">
      {narrow && `${walletReports[report].messageWords(message).detail || t(typeLabels[type])} · `}
      <time dateTime={at}>{(narrow ? shortTimeText : dateTimeText)(at, i18n.locale)}</time>
    </span>
  );
}

/** The sign says which way it went, in a table a word as well; the colour only agrees. */
function Movement({ row: { type, fcAmount, amount } }: { row: WalletRow }) {
  const t = useT();
  const isHidden = useAmountsHidden();
  const narrow = useNarrow();
  return (
    <span
      className="movement"
      data-type={type}
      title={amount === null || isHidden ? undefined : `$${coinsFigure(amount)}`}
    >
      <strong>
        {type === "C" ? "+" : "−"}
        <CoinsCell coins={fcAmount} />
      </strong>
      {!narrow && <span className="small dimmed">{t(typeLabels[type])}</span>}
    </span>
  );
}

function Message({ row, report }: CellProps) {
  const { message, wallet, movedId } = row;
  const narrow = useNarrow();
  const t = useT();
  const { text, values, detail } = walletReports[report].messageWords(message);
  return (
    <span className="report-message">
      <span>{detail === "" || narrow ? t(text, values) : `${t(text, values)}: ${detail}`}</span>
      {report === "all" && <span className="small dimmed">{t(walletKinds[wallet].label)}</span>}
      {movedId !== undefined && <span className="small dimmed">{t(beforeMove)}</span>}
      {!narrow && explanationOf(row)}
    </span>
  );
}

/** What a line leads to: in its second line on a phone, and beside its words in a table. */
function explanationOf({ isReward, transID, reference }: WalletRow) {
  return isReward ? <WhyButton transID={transID} /> : receiptLink({ reference });
}

function WhyButton({ transID }: { transID: string }) {
  const t = useT();
  const open = use(OpenWhy);
  const show = async () => {
    if (await loadOrNotify([WhyDialog], { onRetry: () => void show() })) open(transID);
  };
  return (
    <button type="button" className="link-button table-open" onClick={() => void show()}>
      {t("Why this amount?")}
    </button>
  );
}
