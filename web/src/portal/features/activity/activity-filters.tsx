import { activityKindNames, activityKinds, activityKindsIn } from "@fc/contract/activity/kinds";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import { Button, Chip, Collapse, Flex, Group, SegmentedControl, Stack } from "@mantine/core";
import "@mantine/core/styles/Chip.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { DownloadButton, TableSearch } from "../../../ui/table/table-tools.tsx";
import type { CursorTableState } from "../../../ui/table/use-cursor-table.ts";
import { StatementButton } from "../../statement/statement-button.tsx";
import { financialYearOf, monthOf } from "../../statement/periods.ts";
import { downloadActivity, type ActivityQuery } from "./queries.ts";
import "./activity.css";

interface ActivityFiltersProps {
  table: CursorTableState;
  query: ActivityQuery;
}

export function ActivityFilters({ table, query }: ActivityFiltersProps) {
  const t = useT();
  const { id } = useMember();
  const { from, to, wallet } = table.filters;
  const [isOpen, setOpen] = useState(wallet !== undefined);
  const chosen = wallets.find((each) => each === wallet);
  return (
    <Stack gap="sm">
      <Flex gap="sm" align="flex-end">
        <TableSearch
          label={t("Search words, people, amounts, references")}
          search={table.filters["search"] ?? ""}
          onSearch={table.showFound}
        />
        <Button
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          style={{ flex: "none" }}
        >
          {t("More")}
        </Button>
      </Flex>
      <KindChips table={table} />
      <PeriodPresets table={table} />
      <Collapse expanded={isOpen}>
        <Group gap="sm" align="flex-end">
          <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
          <ChoiceFilter
            label={t("Wallet")}
            name="wallet"
            choices={wallets.map((each) => [each, t(walletKinds[each].label)])}
            table={table}
            all={t("All")}
          />
          <StatementButton
            wallet={chosen ?? "all"}
            period={{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }}
          />
          <DownloadButton download={() => downloadActivity(id, query)} />
        </Group>
      </Collapse>
    </Stack>
  );
}

/** In one line that scrolls sideways on a phone. */
function KindChips({ table }: { table: CursorTableState }) {
  const t = useT();
  const chosen = activityKindsIn(table.filters["kinds"] ?? "");
  return (
    <Chip.Group
      multiple
      value={chosen}
      onChange={(kinds) => table.showFiltered("kinds", activityKindsIn(kinds.join(",")).join(","))}
    >
      <Flex role="group" aria-label={t("Kinds")} gap="xs" className="activity-chips">
        {activityKindNames.map((kind) => (
          <Chip
            key={kind}
            value={kind}
            variant="outline"
            vars={() => ({ root: { "--chip-size": "2.75rem" } })}
          >
            {t(activityKinds[kind].label)}
          </Chip>
        ))}
      </Flex>
    </Chip.Group>
  );
}

/** Periods up to today by one tap. Other days are chosen below, and then none of these is marked. */
function PeriodPresets({ table }: { table: CursorTableState }) {
  const t = useT();
  const [today] = useState(() => indiaDayOf(new Date()));
  const presets = [
    { value: "all", label: t("All time"), from: "", to: "" },
    { value: "week", label: t("7 days"), from: daysAfter(today, -6), to: today },
    { value: "month", label: t("This month"), from: monthOf(today).from, to: today },
    { value: "year", label: t("Financial year"), from: financialYearOf(today).from, to: today },
  ];
  const { from = "", to = "" } = table.filters;
  const current = presets.find((preset) => preset.from === from && preset.to === to);
  return (
    <SegmentedControl
      fullWidth
      aria-label={t("Period")}
      value={current?.value ?? ""}
      data={presets.map(({ value, label }) => ({ value, label }))}
      onChange={(value) => {
        const preset = presets.find((each) => each.value === value);
        if (preset) table.showAllFiltered({ from: preset.from, to: preset.to });
      }}
    />
  );
}
