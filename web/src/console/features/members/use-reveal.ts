import { revealKyc, type KycPart, type RevealedKyc } from "@fc/contract/members/console";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { memberKey } from "./queries.ts";

/** KYC data that this component has revealed. Nothing of it is kept after the component is left. */
export function useReveal(refId: string) {
  const { role } = useOperator();
  const queries = useQueryClient();
  const [revealed, setRevealed] = useState<RevealedKyc>({});
  const { busy, problem, submit } = useSubmit(async (part: KycPart) => {
    const { data } = await call(revealKyc, { params: { refId }, body: { part } });
    setRevealed((before) => ({ ...before, ...data }));
    // Reading them is itself recorded among the member's changes.
    await queries.invalidateQueries({ queryKey: memberKey(refId) });
  });
  return { mayReveal: mayCall(role, revealKyc), revealed, busy, problem, reveal: submit };
}
