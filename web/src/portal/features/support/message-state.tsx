import type { SupportStatus } from "@fc/contract/support/portal";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";

const states = {
  open: { label: msg("Waiting for our answer"), tag: "P" },
  answered: { label: msg("Answered"), tag: "A" },
  closed: { label: msg("Closed"), tag: undefined },
} as const satisfies Record<SupportStatus, { label: string; tag: "P" | "A" | undefined }>;

export function MessageState({ status }: { status: SupportStatus }) {
  const t = useT();
  const { label, tag } = states[status];
  return <StateTag status={tag}>{t(label)}</StateTag>;
}
