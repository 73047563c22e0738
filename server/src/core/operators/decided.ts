import { AppError } from "@fc/contract/errors";

/** For the second of two operators who decide the same: says who was first, and when. */
export function decidedAlready({ by, at }: { by: string | null; at: Date | null }): AppError {
  const fields = { ...(by === null ? {} : { by }), ...(at === null ? {} : { at: at.toISOString() }) };
  return new AppError("DECIDED_ALREADY", { fields });
}
