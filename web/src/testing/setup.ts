import { afterEach, vi } from "vitest";

// Runs for every file. The files that need no page do not load what draws one.
const { leaveNothing } =
  "document" in globalThis ? await import("./page.ts") : { leaveNothing: () => vi.unstubAllGlobals() };
afterEach(leaveNothing);
