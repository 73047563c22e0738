import { Button, Group, Stack, Text } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";

/** Asked before a page is left on which something was entered and not saved. */
export default function LeaveQuestion({ onAnswer }: { onAnswer: (leaves: boolean) => void }) {
  const t = useT();
  return (
    <Dialog title={t("Leave this page?")} onClose={() => onAnswer(false)}>
      <Stack>
        <Text>{t("What you have entered is not saved.")}</Text>
        <Group grow>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            {t("Stay")}
          </Button>
          <Button variant="default" onClick={() => onAnswer(true)}>
            {t("Leave")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
