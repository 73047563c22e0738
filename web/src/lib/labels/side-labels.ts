import type { Side } from "@fc/contract/side";
import { msg } from "../msg.ts";

export const sideLabels = { left: msg("Left"), right: msg("Right") } as const satisfies Record<Side, string>;
