import { Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { useNarrow } from "./use-narrow.ts";
import "./table.css";

interface PeriodFilterProps {
  /** India's days, as 2026-02-03; only those that are set. */
  filters: Readonly<Record<string, string>>;
  /** `showFiltered` of any table. */
  onFilter: (name: "from" | "to", value: string) => void;
}

/** Narrows a table to the days between two, both included. */
export function PeriodFilter({ filters, onFilter }: PeriodFilterProps) {
  const t = useT();
  const { from = "", to = "" } = filters;
  const narrow = useNarrow();
  return (
    <Group
      role="group"
      aria-label={t("Period")}
      gap="sm"
      wrap="nowrap"
      grow={narrow}
      miw={0}
      flex={narrow ? "1 1 100%" : "0 1 auto"}
    >
      <DayField label={t("From")} day={from} max={to} onDay={(day) => onFilter("from", day)} />
      <DayField label={t("To")} day={to} min={from} onDay={(day) => onFilter("to", day)} />
    </Group>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

/**
 * The browser's own field: a phone shows its own calendar, and each part of a date is typed or counted by arrow keys.
 * Typing a year passes through the years 2, 20 and 202: only a whole year filters.
 */
function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState<string>();
  const commit = (value: string) => {
    setDraft(undefined);
    if (value !== day) onDay(value);
  };
  return (
    <TextInput
      type="date"
      className="day-field"
      miw={0}
      w="10.5rem"
      label={label}
      min={min || "2000-01-01"}
      max={max || "2099-12-31"}
      value={draft ?? day}
      onChange={({ currentTarget: { value } }) => {
        if (value >= "2000") commit(value);
        else setDraft(value);
      }}
      onBlur={({ currentTarget: { value } }) => {
        if (value === "" || value >= "2000") commit(value);
        else setDraft(undefined);
      }}
    />
  );
}
