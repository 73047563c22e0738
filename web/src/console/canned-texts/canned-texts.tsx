import {
  cannedTexts,
  filledText,
  type CannedTextFacts,
  type CannedTextKind,
} from "@fc/contract/canned-texts/console";
import { NativeSelect } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";

export const cannedTextsQuery = queryOptions({
  queryKey: ["console-canned-texts"],
  queryFn: async () => (await call(cannedTexts)).data,
});

interface CannedTextChoiceProps {
  kind: CannedTextKind;
  /** Whom and what it is about; undefined for several, where the blanks are filled in for each one later. */
  facts: CannedTextFacts | undefined;
  onChoose: (text: string) => void;
}

/** Offers the texts that are kept ready. The chosen one can be changed before it is sent. */
export function CannedTextChoice({ kind, facts, onChoose }: CannedTextChoiceProps) {
  const { data = [] } = useQuery(cannedTextsQuery);
  const texts = data.filter((text) => text.kind === kind);
  if (texts.length === 0) return null;
  return (
    <NativeSelect
      label="Canned text"
      value=""
      data={[
        { value: "", label: "Choose one" },
        ...texts.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = texts.find(({ id }) => String(id) === value);
        if (chosen) onChoose(facts ? filledText(chosen.body, facts) : chosen.body);
      }}
    />
  );
}
