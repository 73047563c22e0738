import { Button, Checkbox, Popover, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { useDensity, useColumnChoice, type ViewChoiceProps } from "./table-view-choices.ts";

/** Larger rows for all tables, and the columns of this one; both are remembered by the browser. */
export default function ViewMenu({ label, columns }: ViewChoiceProps) {
  const { isRoomy, setRoomy } = useDensity();
  const { isShown, toggle } = useColumnChoice(label);
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
            label="Larger rows"
            checked={isRoomy}
            onChange={({ currentTarget: { checked } }) => setRoomy(checked)}
          />
          <Text size="sm" c="dimmed">
            Columns
          </Text>
          {columns.map((column, at) => (
            <Checkbox
              key={column.title}
              size="md"
              label={column.title}
              disabled={at === 0}
              checked={at === 0 || isShown(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
