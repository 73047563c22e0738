import { Button, Checkbox, Popover, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { useDensity, useHiddenColumns, type ViewChoiceProps } from "./table-view-choices.ts";

/** Compact rows for all tables, and the columns of this one; both are remembered by the browser. */
export default function ViewMenu({ label, columns }: ViewChoiceProps) {
  const { isCompact, setCompact } = useDensity();
  const { hidden, toggle } = useHiddenColumns(label);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" aria-label={`View of ${label}`}>
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox
            size="md"
            label="Compact rows"
            checked={isCompact}
            onChange={({ currentTarget: { checked } }) => setCompact(checked)}
          />
          <Text size="sm" c="dimmed">
            Columns
          </Text>
          {columns.map(({ title }, at) => (
            <Checkbox
              key={title}
              size="md"
              label={title}
              disabled={at === 0}
              checked={at === 0 || !hidden.includes(title)}
              onChange={() => toggle(title)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
