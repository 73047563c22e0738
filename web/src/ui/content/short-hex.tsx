import { CopyButton } from "./copy-button.tsx";
import { Group } from "@mantine/core";

interface ShortHexProps {
  /** An address or the hash of a transaction. */
  text: string;
  /** Says what is copied, for screen readers. */
  copyLabel: string;
}

/** As much as is needed to recognise it; all of it is copied. */
export function ShortHex({ text, copyLabel }: ShortHexProps) {
  return (
    // The button is higher than its line, which keeps its height.
    <Group component="span" display="inline-flex" gap={4} my="-0.75rem" me="-0.75rem" wrap="nowrap">
      <span className="unit-id" title={text} style={{ whiteSpace: "nowrap" }}>
        {shortHex(text)}
      </span>
      <CopyButton text={text} label={copyLabel} />
    </Group>
  );
}

function shortHex(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-6)}`;
}
