import { ActionIcon, type ActionIconProps } from "@mantine/core";
import type { ComponentProps } from "react";

interface IconButtonProps
  extends Omit<ActionIconProps, "aria-label">, Omit<ComponentProps<"button">, keyof ActionIconProps> {
  "aria-label": string;
}

/** A picture to press, as large as a finger. Its look is not in the theme, which every first page loads. */
export function IconButton(props: IconButtonProps) {
  return <ActionIcon variant="subtle" color="var(--mantine-color-text)" size="var(--fc-tap)" {...props} />;
}
