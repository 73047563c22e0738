import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../dialog/dialog.tsx";

interface FilterSheetProps {
  onShowAll: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** What is chosen narrows the list behind it at once, so that there is nothing to confirm. */
export default function FilterSheet({ onShowAll, onClose, children }: FilterSheetProps) {
  const t = useT();
  return (
    <Dialog title={t("Filters")} kind="sheet" onClose={onClose}>
      <Stack gap="md">
        {children}
        <Group grow gap="sm" py="sm" pos="sticky" bottom={0} bg="var(--fc-surface)">
          <Button variant="default" px="xs" onClick={onShowAll}>
            {t("Show all")}
          </Button>
          <Button px="xs" onClick={onClose}>
            {t("Show the list")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
