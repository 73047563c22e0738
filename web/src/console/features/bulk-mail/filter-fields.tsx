import {
  memberStatuses,
  memberStatusLabels,
  stakeFilterNames,
  stakeFilters,
  type MemberFilter,
} from "@fc/contract/members/console-filter";
import { NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";

interface FilterFieldsProps {
  filter: MemberFilter;
  wrong: Readonly<Record<string, string>>;
  onChange: (filter: MemberFilter) => void;
}

/** The filters of the page of members, as fields of a form. */
export function FilterFields({ filter, wrong, onChange }: FilterFieldsProps) {
  /** A filter that is emptied is none: the server would look for an empty day. */
  const set = (name: keyof MemberFilter, value: string | undefined) => {
    const { [name]: _, ...others } = filter;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        The filters of the page of members. Without any, it goes to everybody.
      </Text>
      <TextInput
        label="User ID, name, e-mail or mobile number"
        maxLength={80}
        value={filter.search ?? ""}
        error={wrong["filter.search"]}
        onChange={({ currentTarget: { value } }) => set("search", value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="State"
          value={filter.status ?? ""}
          data={[
            { value: "", label: "All" },
            ...memberStatuses.map((value) => ({ value, label: memberStatusLabels[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => set("status", value)}
        />
        <NativeSelect
          label="Stake"
          value={filter.stake ?? ""}
          data={[
            { value: "", label: "All" },
            ...stakeFilterNames.map((value) => ({ value, label: stakeFilters[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => set("stake", value)}
        />
        <TextInput
          type="date"
          label="Joined from"
          min="2000-01-01"
          max={filter.to ?? "2099-12-31"}
          value={filter.from ?? ""}
          error={wrong["filter.from"]}
          onChange={({ currentTarget: { value } }) => set("from", value)}
        />
        <TextInput
          type="date"
          label="Joined until"
          min={filter.from ?? "2000-01-01"}
          max="2099-12-31"
          value={filter.to ?? ""}
          error={wrong["filter.to"]}
          onChange={({ currentTarget: { value } }) => set("to", value)}
        />
      </SimpleGrid>
    </>
  );
}
