/** The specification sets the smallest and largest scale, and how long it takes to centre a node. */
export const scales = [0.1, 1] as const;
export const centringMs = 800;

/** Where the chart's origin is on the screen, and how large it is drawn. */
export interface View {
  x: number;
  y: number;
  k: number;
}
