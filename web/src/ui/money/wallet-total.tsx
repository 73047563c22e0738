import { Group, Text } from "@mantine/core";
import { HideAmounts, OwnAmount } from "./own-amounts.tsx";

/** What a wallet holds: crores to the unit, and FC beside them, fit on one line of its container. */
export function WalletTotal({ figure, unit }: { figure: string; unit: string }) {
  return (
    <div style={{ containerType: "inline-size" }}>
      <Group gap="xs">
        <Text fz="clamp(1.375rem, 7.5cqi, 1.75rem)" fw={650} lh={1.25} style={{ overflowWrap: "anywhere" }}>
          <OwnAmount>{figure}</OwnAmount>{" "}
          <Text span fz="md" fw={600} c="dimmed">
            {unit}
          </Text>
        </Text>
        <HideAmounts />
      </Group>
    </div>
  );
}
