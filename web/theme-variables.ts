import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { colourVariables, theme } from "./src/ui/styles/theme.ts";

/** Mantine's colours that no screen uses; each would be thirty variables on every page. */
const unused = /^--mantine-color-(?:blue|cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/;

/**
 * The variables of the theme, computed by the build (docs/decisions/0098). In the browser Mantine computes them while
 * it draws for the first time, and the page, which is on the screen by then, gets all its styles anew.
 */
export const themeVariables: Plugin[] = [
  {
    name: "theme-variables",
    enforce: "pre",
    transform: {
      filter: { id: /ui\/styles\/theme\.css$/ },
      handler: () => ({ code: css(), map: null }),
    },
  },
  {
    name: "without-computed-variables",
    apply: "build",
    load: {
      filter: {
        id: /MantineProvider\/(?:MantineCssVariables|MantineClasses)\/Mantine(?:CssVariables|Classes)\.mjs$/,
      },
      handler: (id) => `export function ${/(\w+)\.mjs$/.exec(id)?.[1]}() { return null; }`,
    },
  },
];

function css(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [all, ours] = [defaultCssVariablesResolver(merged), colourVariables(merged)];
  const used = (part: "variables" | "light" | "dark") =>
    Object.fromEntries(
      Object.entries({ ...all[part], ...ours[part] }).filter(([name]) => !unused.test(name)),
    );
  return convertCssVariables({ variables: used("variables"), light: used("light"), dark: used("dark") });
}
