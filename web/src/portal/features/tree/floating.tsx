import { Paper } from "@mantine/core";
// The tree has no shell around it that would bring them.
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/Anchor.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";

/** A surface above the chart. */
export const Floating = Paper.withProps({
  withBorder: true,
  radius: "lg",
  bg: "var(--fc-surface)",
  shadow: "var(--fc-shadow)",
});
