import { Group, Paper, Stack, Text } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { CopyButton } from "../../ui/content/copy-button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ColourSwitch, LanguageSwitch } from "../../ui/layout/preferences.tsx";
import { HideAmounts } from "../../ui/money/own-amounts.tsx";
import { NavigationList } from "./navigation-list.tsx";
import { PaletteOpener } from "./palette-opener.tsx";

interface NavigationDrawerProps {
  refId: string | undefined;
  onClose: () => void;
}

/** The whole navigation on a phone. */
export default function NavigationDrawer({ refId, onClose }: NavigationDrawerProps) {
  const t = useT();
  return (
    <Dialog title={t("Menu")} kind="drawer" onClose={onClose}>
      {refId && (
        <Paper p="sm" mb="md" bg="var(--fc-surface-quiet)">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" c="dimmed">
                {t("User ID")}
              </Text>
              <strong className="unit-id">{refId}</strong>
            </div>
            <CopyButton text={refId} label={t("Copy the user ID")} />
          </Group>
        </Paper>
      )}
      <PaletteOpener onOpened={onClose} />
      <NavigationList onChosen={onClose} />
      <Stack align="flex-start" gap="sm" mt="auto" pt="lg">
        <LanguageSwitch />
        <ColourSwitch />
        <HideAmounts withLabel />
      </Stack>
    </Dialog>
  );
}
