import { indiaDayOf } from "@fc/contract/period";
import {
  addTaxRule,
  consoleTaxQuarterCsv,
  type consoleTaxQuarter,
  taxDeductedSorts,
  withdrawTaxRule,
  type ConsoleTaxRule,
  type TaxDeducted,
} from "@fc/contract/taxes/console";
import type { ResponseOf } from "@fc/contract/route";
import { financialYearOf, financialYearText, quarterOf, quarters } from "@fc/contract/taxes/financial-year";
import { taxMoments } from "@fc/contract/taxes/rules";
import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { CoinsCell, Figure, Figures } from "../../../ui/money/figures.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { CertificateDialog } from "./certificate-dialog.tsx";
import { downloadTaxReturn, taxesKey, taxQuarterQuery, taxRulesQuery } from "./queries.ts";
import { Remittances } from "./remittances.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { rupees } from "../../../lib/format/rupees.ts";

const states = {
  scheduled: ["P", "Scheduled"],
  "in force": ["A", "In force"],
  past: [undefined, "Past"],
  withdrawn: ["R", "Withdrawn"],
} as const satisfies Record<ConsoleTaxRule["state"], unknown>;

/** How tax is deducted at source, and what was deducted in a quarter. */
export default function TaxesPage() {
  const { data, error, refetch } = useQuery(taxRulesQuery);
  return (
    <Stack>
      <WaitingHere kinds={["tax-rule", "tax-remittance", "tax-remittance-reversal"]} />
      {data ? (
        <Rules rules={data.data} seen={data.seen} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={4} />
      )}
      <Remittances />
      <QuarterTable />
    </Stack>
  );
}

const ruleColumns: readonly Column<ConsoleTaxRule>[] = [
  {
    title: "From",
    cell: ({ firstDay }) => `${dayText(firstDay, "en")} (${financialYearText(financialYearOf(firstDay))})`,
    value: ({ firstDay }) => firstDay,
    inCard: "heading",
  },
  { title: "Section", cell: ({ section }) => section, value: ({ section }) => section },
  {
    title: "Taken",
    cell: ({ taken }) => taxMoments[taken],
    value: ({ taken }) => taxMoments[taken],
    folds: true,
  },
  {
    title: "With PAN",
    cell: ({ ratePercent }) => `${ratePercent} %`,
    value: ({ ratePercent }) => ratePercent,
    align: "end",
  },
  {
    title: "Without",
    cell: ({ rateWithoutPanPercent }) => `${rateWithoutPanPercent} %`,
    value: ({ rateWithoutPanPercent }) => rateWithoutPanPercent,
    align: "end",
    folds: true,
  },
  {
    title: "Above, a year",
    cell: ({ thresholdInr }) => rupees(thresholdInr),
    value: ({ thresholdInr }) => thresholdInr,
    align: "end",
  },
  {
    title: "State",
    cell: stateTag,
    value: ({ state }) => states[state][1],
    inCard: "aside",
  },
  {
    title: "Set",
    cell: ({ setBy, setAt }) => `${setBy}, ${dateTimeText(setAt, "en")}`,
    value: ({ setAt }) => setAt,
    folds: true,
  },
];

interface RulesProps {
  rules: readonly ConsoleTaxRule[];
  seen: number;
}

function Rules({ rules, seen }: RulesProps) {
  const { role } = useOperator();
  const mayChange = mayCall(role, addTaxRule);
  const [isSetting, setSetting] = useState(false);
  const [withdrawing, setWithdrawing] = useState<ConsoleTaxRule>();
  const withdrawal = useChange(
    taxesKey,
    (id: number) => call(withdrawTaxRule, { params: { id } }),
    () => {
      toast.done("Withdrawn");
      setWithdrawing(undefined);
    },
  );
  const current = rules.find(({ state }) => state === "in force");
  const [thisYear] = useState(() => financialYearOf(indiaDayOf(new Date())));
  const isOfEarlierYear = current !== undefined && financialYearOf(current.firstDay) < thisYear;
  const columns = [...ruleColumns, ...(mayChange ? [actionsOf(setWithdrawing)] : [])];
  return (
    <Card title="Deduction at source">
      <Group justify="space-between" align="flex-end" gap="1rem">
        <Figures>
          <Figure label="Now" strong>
            {current && current.taken !== "never"
              ? `${current.section}: ${taxMoments[current.taken]}`
              : "Off"}
          </Figure>
        </Figures>
        {mayChange && <Button onClick={() => setSetting(true)}>A new rule</Button>}
      </Group>
      {isOfEarlierYear && (
        <Note>
          The rule in force is of {financialYearText(financialYearOf(current.firstDay))} and goes on until
          another one begins. Please compare it with this year's law.
        </Note>
      )}
      {rules.length > 0 && (
        <PlainTable label="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} />
      )}
      {isSetting && <RuleDialog current={current} seen={seen} onClose={() => setSetting(false)} />}
      {withdrawing && (
        <ConfirmDialog
          title="Withdraw this rule?"
          action="Withdraw"
          change={{ ...withdrawal, submit: () => withdrawal.submit(withdrawing.id) }}
          onClose={() => setWithdrawing(undefined)}
        >
          The rule from {dayText(withdrawing.firstDay, "en")} will not begin; the one before it goes on.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function stateTag({ state }: ConsoleTaxRule) {
  const [status, words] = states[state];
  return <StateTag status={status}>{words}</StateTag>;
}

function actionsOf(onWithdraw: (rule: ConsoleTaxRule) => void): Column<ConsoleTaxRule> {
  return {
    title: "Actions",
    cell: (rule) => <Actions rule={rule} onWithdraw={onWithdraw} />,
    inCard: "actions",
  };
}

function Actions({ rule, onWithdraw }: { rule: ConsoleTaxRule; onWithdraw: (rule: ConsoleTaxRule) => void }) {
  if (rule.state !== "scheduled") return null;
  return (
    <button type="button" className="link-button" onClick={() => onWithdraw(rule)}>
      Withdraw
    </button>
  );
}

type Sort = (typeof taxDeductedSorts)[number];

type Totals = ResponseOf<typeof consoleTaxQuarter>["totals"];

const columnsWith = (totals: Totals | undefined): readonly Column<TaxDeducted, Sort>[] => [
  { title: "Deductee", cell: ({ member }) => <Requester member={member} isNarrow />, inCard: "heading" },
  { title: "PAN", cell: ({ pan }) => <Whole>{pan ?? "none"}</Whole>, folds: true },
  { title: "Section", cell: ({ section }) => section },
  {
    title: "Date",
    cell: ({ takenAt }) => dateTimeText(takenAt, "en"),
    sort: "takenAt",
    folds: true,
  },
  {
    title: "Amount (FC)",
    cell: ({ amountFc }) => <CoinsCell coins={amountFc} />,
    align: "end",
    sort: "amountFc",
    total: totals && <CoinsCell coins={totals.amountFc} />,
  },
  {
    title: "Amount (₹)",
    cell: ({ amountInr }) => rupees(amountInr),
    align: "end",
    total: totals && rupees(totals.amountInr),
    folds: true,
  },
  {
    title: "Earlier (FC)",
    cell: ({ earlierFc }) => <CoinsCell coins={earlierFc} />,
    align: "end",
    folds: true,
  },
  { title: "Taxed (FC)", cell: ({ taxedFc }) => <CoinsCell coins={taxedFc} />, align: "end" },
  { title: "Above, a year", cell: ({ thresholdInr }) => rupees(thresholdInr), align: "end", folds: true },
  { title: "Rate", cell: ({ ratePercent }) => `${ratePercent} %`, align: "end" },
  {
    title: "Tax (FC)",
    cell: ({ taxFc }) => <CoinsCell coins={taxFc} />,
    align: "end",
    sort: "taxFc",
    total: totals && <CoinsCell coins={totals.taxFc} />,
  },
  {
    title: "Tax (₹)",
    cell: ({ taxInr }) => rupees(taxInr),
    align: "end",
    total: totals && rupees(totals.taxInr),
    folds: true,
  },
  { title: "Reference", cell: ({ reference }) => <ReferenceLink reference={reference} /> },
];

function QuarterTable() {
  const { role } = useOperator();
  const [today] = useState(() => indiaDayOf(new Date()));
  const thisYear = financialYearOf(today);
  const table = useTable({
    sorts: taxDeductedSorts,
    first: { sort: "takenAt", order: "asc" },
    filters: ["year", "quarter"],
  });
  const { year: chosenYear, quarter: chosenQuarter } = table.filters;
  const year = Number(chosenYear) || thisYear;
  const quarter = quarters.find((each) => String(each) === chosenQuarter) ?? quarterOf(today);
  const { page, size, sort, order, search } = table;
  const query = { page, size, sort, order, ...(search === "" ? {} : { search }) };
  const result = useQuery(taxQuarterQuery({ year, quarter }, query));
  const mayReturn = mayCall(role, consoleTaxQuarterCsv);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <Card title={`Quarter ${quarter} of ${financialYearText(year)}`}>
      {/* Outside the table, which has no tools while it is empty: a new quarter begins so. */}
      <Group gap="sm">
        <NativeSelect
          label="Financial year"
          value={String(year)}
          data={[0, 1, 2, 3, 4, 5].map((back) => ({
            value: String(thisYear - back),
            label: financialYearText(thisYear - back),
          }))}
          onChange={({ currentTarget: { value } }) => table.showFiltered("year", value)}
        />
        <NativeSelect
          label="Quarter"
          value={String(quarter)}
          data={quarters.map((each) => ({ value: String(each), label: `Q${each}` }))}
          onChange={({ currentTarget: { value } }) => table.showFiltered("quarter", value)}
        />
        {mayReturn && (
          <Button variant="default" style={{ alignSelf: "end" }} onClick={() => setPrinting(true)}>
            A member&apos;s certificate
          </Button>
        )}
      </Group>
      {isPrinting && <CertificateDialog year={year} onClose={() => setPrinting(false)} />}
      <DataTable
        label="Deducted in the quarter"
        table={table}
        columns={columnsWith(result.data?.totals)}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="Search name or user ID"
        empty={<EmptyState icon={ReportIcon}>Nothing was deducted in this quarter.</EmptyState>}
        {...(mayReturn && { download: () => downloadTaxReturn({ year, quarter }, query) })}
      />
    </Card>
  );
}
