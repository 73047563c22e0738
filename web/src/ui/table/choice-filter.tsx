import { NativeSelect } from "@mantine/core";

interface ChoiceFilterProps {
  label: string;
  name: string;
  /** Values with their words. */
  choices: readonly (readonly [value: string, words: string])[];
  table: {
    filters: Readonly<Record<string, string>>;
    showFiltered: (name: string, value: string) => void;
  };
  all?: string;
}

/** Narrows a table to one of a few; a value of the address that is none of them shows all. */
export function ChoiceFilter({ label, name, choices, table, all = "All" }: ChoiceFilterProps) {
  return (
    <NativeSelect
      label={label}
      value={table.filters[name] ?? ""}
      onChange={({ currentTarget: { value } }) => table.showFiltered(name, value)}
      data={[{ value: "", label: all }, ...choices.map(([value, words]) => ({ value, label: words }))]}
    />
  );
}
