import { Paper } from "@mantine/core";
import "@mantine/core/styles/Paper.layer.css";

/** A surface above the chart. */
export const Floating = Paper.withProps({
  withBorder: true,
  radius: "lg",
  bg: "var(--fc-surface)",
  shadow: "var(--fc-shadow)",
});
