import type { BankLine } from "@fc/contract/bank-statements/console";
import { bankDifferences, type BankDifference } from "@fc/contract/bank-statements/console-matches";
import { Group, Text } from "@mantine/core";
import { dayText } from "../../lib/format/dates.ts";
import { rupees } from "../../lib/format/rupees.ts";
import { StateTag } from "../../ui/content/state-tag.tsx";
import { Whole } from "../../ui/table/whole.tsx";

/** What the bank says. */
export function CreditCell({ line }: { line: BankLine }) {
  const { words, reference, payer, amountInr, day, account } = line;
  return (
    <>
      <div style={{ overflowWrap: "anywhere" }}>{payer === "" ? words : `${payer} · ${words}`}</div>
      <strong className="figure">{rupees(amountInr)}</strong>
      <Text size="sm" c="dimmed">
        {reference !== "" && `${reference} · `}
        <Whole>{dayText(day, "en")}</Whole> · {account}
      </Text>
    </>
  );
}

/** In what a credit differs from a request. */
export function Differences({ differences }: { differences: readonly BankDifference[] }) {
  return (
    <Group gap={4}>
      {differences.map((difference) => (
        <StateTag key={difference} status="R">
          {bankDifferences[difference]}
        </StateTag>
      ))}
    </Group>
  );
}
