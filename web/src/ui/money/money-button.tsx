import { Button, Stack, Text, type ButtonProps } from "@mantine/core";
import { useId } from "react";
import { useT } from "../../lib/i18n.ts";
import { useOffline } from "./use-offline.ts";

interface MoneyButtonProps extends ButtonProps {
  isBusy?: boolean;
  /** A press would do nothing for now, though no request runs. */
  isWaiting?: boolean;
  children: string;
}

/** The submit button of an act that moves money. Such acts are never kept for later: offline it says so, and is idle. */
export function MoneyButton({ isBusy = false, isWaiting = false, children, ...rest }: MoneyButtonProps) {
  const t = useT();
  const note = useId();
  const isOffline = useOffline();
  const shared = { ...rest, type: "submit", fullWidth: true } as const;
  if (!isOffline) {
    return (
      <Button {...shared} aria-disabled={isBusy || isWaiting} mod={{ busy: isBusy, waiting: isWaiting }}>
        {children}
      </Button>
    );
  }
  return (
    <Stack gap={4} flex={1}>
      {/* Enter in a field presses it as well. */}
      <Button
        {...shared}
        aria-disabled
        aria-describedby={note}
        mod="waiting"
        onClick={(event) => event.preventDefault()}
      >
        {t("You are offline")}
      </Button>
      <Text id={note} size="sm" c="dimmed" ta="center">
        {t("This needs a connection. Nothing is sent later by itself.")}
      </Text>
    </Stack>
  );
}
