import { kycStateLabels } from "@fc/contract/kyc/console";
import type { KycStateName } from "@fc/contract/kyc/states";
import type { RequestStatus } from "@fc/contract/request-states";
import { StateTag } from "./state-tag.tsx";

const looks = {
  submitted: "P",
  approved: "A",
  rejected: "R",
  renew: "R",
} as const satisfies Record<KycStateName, RequestStatus>;

export function KycStateTag({ state }: { state: KycStateName }) {
  return <StateTag status={looks[state]}>{kycStateLabels[state]}</StateTag>;
}
