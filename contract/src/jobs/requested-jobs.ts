import * as z from "zod/mini";
import { timestamp } from "../wire.ts";

/** Work that takes too long for a request: an operator starts it, a worker does it, and the result is kept. */
export const requestedJobStates = ["waiting", "running", "done", "failed"] as const;

export function requestedJob<Result extends z.ZodMiniType>(result: Result) {
  return z.object({
    id: z.number(),
    state: z.enum(requestedJobStates),
    askedBy: z.string(),
    askedAt: timestamp,
    startedAt: z.nullable(timestamp),
    finishedAt: z.nullable(timestamp),
    /** Of the last try, while there is no result. */
    problem: z.nullable(z.string()),
    result: z.nullable(result),
  });
}
export type RequestedJob<Result> = Omit<z.output<ReturnType<typeof requestedJob<z.ZodMiniAny>>>, "result"> & {
  result: Result | null;
};
