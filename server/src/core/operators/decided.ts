import { AppError } from "@fc/contract/errors";

/** What operators read as the reason of a request that its member took back. */
export const cancelledByMember = "Cancelled by the member";

interface EarlierDecision {
  by: string | null;
  at: Date | null;
  /** Whether the member took it back. */
  isCancelled?: boolean;
}

/** For the second of two who decide the same: says who was first, and when. */
export function decidedAlready({ by, at, isCancelled = false }: EarlierDecision): AppError {
  const fields = { ...(by === null ? {} : { by }), ...(at === null ? {} : { at: at.toISOString() }) };
  return new AppError(isCancelled ? "CANCELLED_BY_MEMBER" : "DECIDED_ALREADY", { fields });
}
