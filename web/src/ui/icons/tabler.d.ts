/** The package has types for its index only. */
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { ComponentType, SVGProps } from "react";

  const drawing: ComponentType<Omit<SVGProps<SVGSVGElement>, "stroke"> & { stroke?: number }>;
  export default drawing;
}
