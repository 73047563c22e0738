import { ownKyc, type OwnKycCase } from "@fc/contract/kyc/portal";
import type { KycCasePart } from "@fc/contract/kyc/states";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { useMember } from "../../lib/session/member.ts";
import { Note, type Tone } from "../feedback/note.tsx";

export function ownKycQuery(userId: number) {
  return queryOptions({
    queryKey: ["kyc", userId],
    queryFn: async () => (await call(ownKyc, { params: { userId } })).data,
  });
}

const texts = {
  submitted: { tone: "info", text: msg("Submitted: we have not looked at these details yet.") },
  approved: { tone: "good", text: msg("Approved: we have looked at these details.") },
  rejected: { tone: "bad", text: msg("Rejected: {reason} Please give these details again.") },
  renew: { tone: "bad", text: msg("To be renewed: {reason} Please give these details again.") },
} as const satisfies Record<OwnKycCase["state"], { tone: Tone; text: string }>;

/** Whether an operator has looked at a part of the member's KYC data, and why it has to be given again. */
export function KycNote({ part }: { part: KycCasePart }) {
  const t = useT();
  const { id } = useMember();
  const { data } = useQuery(ownKycQuery(id));
  const own = data?.[part];
  if (!own) return null;
  const { tone, text } = texts[own.state];
  // A reason that an operator typed may end without a full stop.
  const reason = (own.reason ?? "").replace(/([^.!?।])$/, "$1.");
  return <Note tone={tone}>{t(text, { reason })}</Note>;
}
