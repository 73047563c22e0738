import type { Side } from "@fc/contract/side";
import { stackedNote } from "@fc/contract/tree/portal";
import type { Translate } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { stakeLabels } from "../../../lib/labels/team-stake-labels.ts";
import type { ShownPlace, StakeStatus } from "./team.ts";
import { stakeStatusOf } from "./team.ts";

/** The short line in a node: the side, and the specification's note or what the third token says. */
export function noteOf(t: Translate, side: Side | null, status: StakeStatus): string {
  const place = side ? t(sideLabels[side]) : t("You");
  if (status === "active") return `${place} ${stackedNote}`;
  return status === "ended" ? `${place} · ${t("Ended")}` : place;
}

/** What a screen reader says for a node. */
export function spokenName(t: Translate, { member, side }: ShownPlace): string {
  const place = side && t(sideLabels[side]);
  if (!member) return [t("Free place"), place].filter(Boolean).join(", ");
  const status = t(stakeLabels[stakeStatusOf(member)]);
  return [member.name, member.refId, place, status].filter(Boolean).join(", ");
}
