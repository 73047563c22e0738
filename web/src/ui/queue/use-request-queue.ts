import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { withoutPage } from "../../lib/api/download.ts";
import { useQueueFilter, type FoundRequests, type QueueFilter, type QueueOptions } from "./queue-tools.tsx";
import { useMarks } from "./use-marks.ts";
import { useWorkQueue } from "./use-work-queue.ts";

/** New requests appear without a reload. */
const refetchMs = 30_000;

export interface QueuedRequest {
  id: number;
  member: { name: string; refId: string };
}

/** `Acceptance` says what accepting such a request needs; every request can be rejected with a reason, marked ones together. */
export type Decision<Request, Acceptance> = { item: Request } & (
  | (Acceptance & { others?: undefined })
  | { kind: "reject"; reason: string; others?: readonly Request[] }
);

interface RequestQueueOptions<Request, Acceptance, State extends string> extends QueueOptions<State> {
  queryKey: QueryKey;
  load: (query: QueueFilter<State>["query"]) => Promise<FoundRequests & { data: readonly Request[] }>;
  /** Saves what the same query finds, all of it. */
  save: (query: Omit<QueueFilter<State>["query"], "size">) => Promise<void>;
  /** Whether the operator's role may decide. */
  canDecide: boolean;
  commit: (decision: Decision<Request, Acceptance>) => Promise<unknown>;
  /** False where opening a request is logged. */
  opensFirst?: boolean;
}

export type RequestQueueState<Request extends QueuedRequest, Acceptance, State extends string> = ReturnType<
  typeof useRequestQueue<Request, Acceptance, State>
>;

/** The state of a console page where operators decide requests one after another. */
export function useRequestQueue<Request extends QueuedRequest, Acceptance, State extends string>(
  options: RequestQueueOptions<Request, Acceptance, State>,
) {
  const { queryKey, load, save, canDecide, commit, opensFirst } = options;
  const queries = useQueryClient();
  const filter = useQueueFilter(options);
  const result = useQuery({
    queryKey: [...queryKey, filter.query],
    queryFn: () => load(filter.query),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  const [isRejecting, setRejecting] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey });
  const work = useWorkQueue<Request, Decision<Request, Acceptance>>({
    loaded: result.data?.data ?? [],
    commit,
    reload,
    opensFirst,
  });
  const marks = useMarks(work.items);
  // Only pending requests can be decided; the others are shown as a record.
  const mayDecide = canDecide && filter.isWaiting;
  return {
    ...work,
    marks,
    result,
    filter,
    mayDecide,
    reload,
    download: () => save(withoutPage(filter.query)),
    isRejecting,
    startRejecting: () => setRejecting(mayDecide && work.current !== undefined),
    stopRejecting: () => setRejecting(false),
  };
}
