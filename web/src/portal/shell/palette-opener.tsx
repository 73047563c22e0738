import { Button, Text } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { SearchIcon } from "../../ui/icons/screen-icons.tsx";

/** Hears of the button; the palette itself comes later. */
export const paletteWanted = new EventTarget();

interface PaletteOpenerProps {
  /** Tells the shortcut, where there is a keyboard. */
  withKey?: boolean;
  onOpened?: () => void;
}

/** For those who do not know the shortcut. */
export function PaletteOpener({ withKey = false, onOpened }: PaletteOpenerProps) {
  const t = useT();
  return (
    <Button
      variant="default"
      leftSection={<SearchIcon />}
      rightSection={
        withKey && (
          <Text component="kbd" size="sm" c="dimmed" fw={400} ff="inherit">
            Ctrl K
          </Text>
        )
      }
      onClick={() => {
        onOpened?.();
        paletteWanted.dispatchEvent(new Event("open"));
      }}
    >
      {t("Search")}
    </Button>
  );
}
