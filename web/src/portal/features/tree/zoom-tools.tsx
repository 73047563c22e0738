import { ActionIcon } from "@mantine/core";
import { useT } from "../../../lib/i18n.ts";
import { FitIcon, MinusIcon, PlusIcon } from "../../../ui/icons/screen-icons.tsx";
import { Floating } from "./floating.tsx";

export function ZoomTools({ onZoom, onFit }: { onZoom: (factor: number) => void; onFit: () => void }) {
  const t = useT();
  const tools = [
    { label: t("Zoom in"), icon: PlusIcon, act: () => onZoom(1.4) },
    { label: t("Zoom out"), icon: MinusIcon, act: () => onZoom(1 / 1.4) },
    { label: t("Fit to the screen"), icon: FitIcon, act: onFit },
  ];
  return (
    <Floating
      role="group"
      aria-label={t("Zoom")}
      pos="absolute"
      right={8}
      bottom="max(0.5rem, env(safe-area-inset-bottom))"
      style={{ zIndex: 1, display: "grid" }}
    >
      {tools.map(({ label, icon: Icon, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="var(--mantine-color-text)"
          size={44}
          aria-label={label}
          title={label}
          onClick={act}
        >
          <Icon />
        </ActionIcon>
      ))}
    </Floating>
  );
}
