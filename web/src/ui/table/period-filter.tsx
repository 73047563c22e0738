import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useT } from "../../lib/i18n.ts";
import "./period-filter.css";

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
  return (
    <div className="table-period" role="group" aria-label={t("Period")}>
      <DayField label={t("From")} day={from} max={to} onDay={(day) => onFilter("from", day)} />
      <DayField label={t("To")} day={to} min={from} onDay={(day) => onFilter("to", day)} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

/** Typing a year passes through the years 2, 20 and 202: only a whole year filters. */
function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState<string>();
  const commit = (value: string) => {
    setDraft(undefined);
    if (value !== day) onDay(value);
  };
  return (
    <TextInput
      type="date"
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
