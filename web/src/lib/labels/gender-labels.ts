import type { Gender } from "@fc/contract/registration/portal";
import { msg } from "../msg.ts";

export const genderLabels = { M: msg("Male (M)"), F: msg("Female (F)") } as const satisfies Record<
  Gender,
  string
>;
