import { activityKindNames, activityKinds, activityKindsIn } from "@fc/contract/activity/kinds";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import { Chip, Flex, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Chip.layer.css";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import { useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { Filters } from "../../../ui/table/filters.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { DownloadButton, TableSearch } from "../../../ui/table/table-tools.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import type { CursorTableState } from "../../../ui/table/use-cursor-table.ts";
import { StatementButton } from "../../statement/statement-button.tsx";
import { financialYearOf, monthOf } from "../../statement/periods.ts";
import { downloadActivity, type ActivityQuery } from "./queries.ts";

interface ActivityFiltersProps {
  table: CursorTableState;
  query: ActivityQuery;
}

export function ActivityFilters({ table, query }: ActivityFiltersProps) {
  const t = useT();
  const { id } = useMember();
  const { from, to, wallet } = table.filters;
  const chosen = wallets.find((each) => each === wallet);
  const narrow = useNarrow();
  const walletChoice = (
    <ChoiceFilter
      label={t("Wallet")}
      name="wallet"
      choices={wallets.map((each) => [each, t(walletKinds[each].label)])}
      table={table}
      all={t("All")}
    />
  );
  const statement = (
    <StatementButton
      wallet={chosen ?? "all"}
      period={{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }}
    />
  );
  const choices = (
    <>
      <KindChips table={table} />
      <Group gap="sm" align="flex-end">
        <PeriodPresets table={table} />
        <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
      </Group>
    </>
  );
  return (
    <Stack gap="sm">
      <Group gap={narrow ? "xs" : "sm"} align="flex-end">
        <TableSearch
          label={t("Search words, people, amounts, references")}
          placeholder={t("Search")}
          search={table.filters["search"] ?? ""}
          onSearch={table.showFound}
        />
        <Filters table={table} isShort>
          {narrow && choices}
          {walletChoice}
          {narrow && statement}
        </Filters>
        <Group gap="sm" ml="auto">
          {!narrow && statement}
          <DownloadButton download={() => downloadActivity(id, query)} />
        </Group>
      </Group>
      {!narrow && choices}
    </Stack>
  );
}

function KindChips({ table }: { table: CursorTableState }) {
  const t = useT();
  const chosen = activityKindsIn(table.filters["kinds"] ?? "");
  return (
    <Chip.Group
      multiple
      value={chosen}
      onChange={(kinds) => table.showFiltered("kinds", activityKindsIn(kinds.join(",")).join(","))}
    >
      <Chips label={t("Kinds")}>
        {activityKindNames.map((kind) => (
          <OneChip key={kind} value={kind} label={t(activityKinds[kind].label)} />
        ))}
      </Chips>
    </Chip.Group>
  );
}

/** Periods up to today by one tap. Other days are chosen beside it, and then none of these is marked. */
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
    <Chip.Group
      value={current?.value ?? ""}
      onChange={(value) => {
        const preset = presets.find((each) => each.value === value);
        if (preset) table.showAllFiltered({ from: preset.from, to: preset.to });
      }}
    >
      <Chips label={t("Period")}>
        {presets.map(({ value, label }) => (
          <OneChip key={value} value={value} label={label} />
        ))}
      </Chips>
    </Chip.Group>
  );
}

/** Their name is read aloud everywhere, and shown in the sheet, where they stand among fields with names. */
function Chips({ label, children }: { label: string; children: ReactNode }) {
  const narrow = useNarrow();
  return (
    <div role="group" aria-label={label}>
      {narrow && (
        <Text fw={600} mb={4} aria-hidden="true">
          {label}
        </Text>
      )}
      <Flex gap="xs" wrap="wrap">
        {children}
      </Flex>
    </div>
  );
}

function OneChip({ value, label }: { value: string; label: string }) {
  return (
    <Chip value={value} variant="outline" vars={() => ({ root: { "--chip-size": "2.75rem" } })}>
      {label}
    </Chip>
  );
}
