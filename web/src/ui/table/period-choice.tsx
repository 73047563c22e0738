import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { keysOf } from "@fc/contract/sure";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { PeriodFilter } from "./period-filter.tsx";

interface Days {
  from: string;
  to: string;
}

const anyDay: Days = { from: "", to: "" };

/** The periods that operators ask for most, by their names. Weeks begin on Monday. */
const periods = {
  Today: (today) => ({ from: today, to: today }),
  "This week": (today) => ({ from: daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7)), to: today }),
  "This month": (today) => ({ from: firstOfMonth(today), to: today }),
  "Last month": (today) => {
    const to = daysAfter(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
} satisfies Record<string, (today: string) => Days>;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

const otherDays = "From … to …";

interface PeriodChoiceProps {
  table: {
    filters: Readonly<Record<string, string>>;
    showFiltered: (name: "from" | "to", value: string) => void;
    showAllFiltered: (values: Readonly<Record<string, string>>) => void;
  };
}

/** Sets both days of a period at once. The fields for other days take room only for who asks for them. */
export function PeriodChoice({ table }: PeriodChoiceProps) {
  const [today] = useState(() => indiaDayOf(new Date()));
  const [isByHand, setByHand] = useState(false);
  const { from = "", to = "" } = table.filters;
  const usual = keysOf(periods).find((name) => {
    const days = periods[name](today);
    return days.from === from && days.to === to;
  });
  const isOther = isByHand || (usual === undefined && (from !== "" || to !== ""));
  return (
    <>
      <NativeSelect
        aria-label="Days"
        value={isOther ? otherDays : (usual ?? "")}
        data={[{ value: "", label: "Any day" }, ...keysOf(periods), otherDays]}
        onChange={({ currentTarget: { value } }) => {
          setByHand(value === otherDays);
          if (value === otherDays) return;
          const name = keysOf(periods).find((known) => known === value);
          table.showAllFiltered({ ...(name ? periods[name](today) : anyDay) });
        }}
      />
      {isOther && <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
    </>
  );
}
