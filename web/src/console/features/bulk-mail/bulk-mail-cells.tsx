import type { BulkMail } from "@fc/contract/bulk-mail/console";
import { bulkMailStates, type BulkMailState } from "@fc/contract/bulk-mail/console-kinds";
import { CloseIcon } from "../../../ui/icons/icons.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { TextIcon } from "../../../ui/icons/later-icons.tsx";

const looks = {
  draft: { icon: TextIcon },
  sending: { status: "P" },
  paused: { status: "P" },
  cancelled: { status: "R", icon: CloseIcon },
  done: { status: "A" },
} as const satisfies Record<BulkMailState, object>;

export function BulkMailStateTag({ state }: Pick<BulkMail, "state">) {
  return <StateTag {...looks[state]}>{bulkMailStates[state]}</StateTag>;
}

/** The address of a bulk mail's page in the console. */
export const bulkMailPath = (id: number | "new"): string => `/bulk-mail/${id}`;

export const countText = (count: number) => count.toLocaleString("en-IN");
