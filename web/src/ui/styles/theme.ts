import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** Deep purple, the brand. */
const brand: MantineColorsTuple = [
  "#f6f2fd",
  "#e9e0f8",
  "#d2c1ef",
  "#b79de4",
  "#9d7ad9",
  "#8459cc",
  "#6d40b6",
  "#58309d",
  "#452580",
  "#321a60",
];

const dark: MantineColorsTuple = [
  "#eceaf2",
  "#cbc7d8",
  "#aea9bd",
  "#8a849c",
  "#5a5370",
  "#3a3449",
  "#262132",
  "#1b1823",
  "#131019",
  "#0c0a10",
];

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 5 },
  colors: { brand, dark },
  defaultRadius: "md",
  radius: { md: "0.625rem", lg: "1rem" },
  // base.css, docs/decisions/0090.
  fontFamily: "var(--fc-font)",
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  headings: { fontWeight: "600" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Input: { defaultProps: { size: "md" } },
    InputWrapper: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    Button: { defaultProps: { size: "md" } },
    // As high as a finger needs, and narrow enough for five choices on a phone.
    SegmentedControl: {
      defaultProps: { styles: { label: { paddingInline: 4, lineHeight: "2.25rem", paddingBlock: 0 } } },
    },
    // Nothing blinks, skeletons included.
    Skeleton: { defaultProps: { animate: false } },
  },
});

/** Mantine's own greys and links miss AA contrast; these reach it on body and surface alike. */
export const colourVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f6f5f9",
    "--mantine-color-text": "#1e1a29",
    "--mantine-color-dimmed": "#5b5669",
    "--mantine-color-placeholder": "#6b6679",
    "--mantine-color-default": "#ffffff",
    "--mantine-color-default-hover": "#f3f1f8",
    "--mantine-color-default-border": "#d9d5e3",
    "--mantine-color-error": "#b3202c",
    "--mantine-color-anchor": "#58309d",
    "--fc-surface": "#ffffff",
    "--fc-surface-quiet": "#f1eff6",
    "--fc-line": "#e4e0ec",
    "--fc-field-line": "#8d869e",
    "--fc-brand-text": "#58309d",
    "--fc-brand-wash": "#f1ebfb",
    "--fc-info-wash": "#e6f4fb",
    "--fc-info-text": "#114f70",
    "--fc-good-wash": "#e6f5ec",
    "--fc-good-text": "#146238",
    "--fc-bad-wash": "#fdecec",
    "--fc-bad-text": "#9b1c27",
    "--fc-shadow": "0 1px 2px rgb(30 26 41 / 6%), 0 8px 24px rgb(30 26 41 / 6%)",
  },
  dark: {
    "--mantine-color-body": "#131019",
    "--mantine-color-text": "#eceaf2",
    "--mantine-color-dimmed": "#b0abbf",
    "--mantine-color-placeholder": "#9a94ab",
    "--mantine-color-default": "#1b1823",
    "--mantine-color-default-hover": "#262132",
    "--mantine-color-default-border": "#3a3449",
    "--mantine-color-error": "#ff9a9f",
    "--mantine-color-anchor": "#c3abee",
    "--fc-surface": "#1b1823",
    "--fc-surface-quiet": "#221e2d",
    "--fc-line": "#322d40",
    "--fc-field-line": "#7b748f",
    "--fc-brand-text": "#c9b4f0",
    "--fc-brand-wash": "#2c2340",
    "--fc-info-wash": "#12303f",
    "--fc-info-text": "#a9dcf5",
    "--fc-good-wash": "#12311f",
    "--fc-good-text": "#9be0b7",
    "--fc-bad-wash": "#3d1a20",
    "--fc-bad-text": "#ffb4b8",
    "--fc-shadow": "0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 30%)",
  },
});
