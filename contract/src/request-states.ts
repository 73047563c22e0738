import { keysOf } from "./sure.ts";
interface RequestState {
  /** As the member reads it. */
  readonly label: string;
  /** In the console's queues; null where each queue has a word of its own, such as "Paid". */
  readonly queueLabel: string | null;
  readonly isDecided: boolean;
}

/** The states of what a member requests or an operator proposes, and another one decides. */
export const requestStates = {
  P: { label: "Pending", queueLabel: "Waiting", isDecided: false },
  A: { label: "Accepted", queueLabel: null, isDecided: true },
  R: { label: "Rejected", queueLabel: "Rejected", isDecided: true },
} as const satisfies Record<string, RequestState>;

export type RequestStatus = keyof typeof requestStates;
export const requestStatuses = keysOf(requestStates);

/** The states of a queue by their names, on its screen and in its file. What waits comes first. */
export function requestQueueStates<const Accepted extends string>(accepted: Accepted) {
  return {
    P: requestStates.P.queueLabel,
    A: accepted,
    R: requestStates.R.queueLabel,
  } as const satisfies Record<RequestStatus, string>;
}
