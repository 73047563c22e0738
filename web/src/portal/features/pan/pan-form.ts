import { panBody, type createPanRecord } from "@fc/contract/pan/portal";
import type { BodyOf } from "@fc/contract/route";
import { problemsIn } from "../../../ui/record/problems-in.ts";
import type { Problems } from "../../../ui/record/use-record-form.ts";

export interface PanForm {
  nameInPan: string;
  panNumber: string;
}

/** The fields, and the picture below them. */
export type PanFields = PanForm & { panImageUrl: string };

export function changeOf(userId: number, fields: PanFields): BodyOf<typeof createPanRecord> {
  const { nameInPan, panNumber, panImageUrl } = fields;
  return { userId, nameInPan, panNumber, panImageUrl };
}

export function panProblems(fields: PanFields): Problems<PanFields> {
  return problemsIn(fields, panBody.safeParse(changeOf(0, fields)));
}
