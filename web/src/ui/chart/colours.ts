/** The theme's own, so that light and dark each have theirs. The four sources differ in brightness as well. */
const colours = {
  brand: "--fc-chart-brand",
  sky: "--fc-chart-sky",
  leaf: "--fc-chart-leaf",
  amber: "--fc-chart-amber",
  alert: "--fc-bad-text",
} as const;

export type ChartColour = keyof typeof colours;

/** For style sheets. */
export function colourOf(colour: ChartColour): string {
  return `var(${colours[colour]})`;
}

/** For a canvas, which knows no variables. */
export function drawnColour(within: Element, colour: ChartColour): string {
  return variable(within, colours[colour]);
}

export function variable(within: Element, name: string): string {
  return getComputedStyle(within).getPropertyValue(name).trim();
}
