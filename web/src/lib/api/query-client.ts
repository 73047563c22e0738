import {
  QueryClient,
  type QueryCache,
  type InvalidateOptions,
  type InvalidateQueryFilters,
} from "@tanstack/react-query";
import { ApiError } from "./api.ts";

const passing = new Set(["NETWORK", "TIMEOUT", "UNAVAILABLE"]);

/** One per session, so that nothing of one member is ever shown to the next. */
export function createQueryClient(kept?: { queryCache: QueryCache }): QueryClient {
  return new RefetchingQueryClient({
    ...kept,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline, a call fails at once and says so; waiting silently would seem to be loading.
        networkMode: "always",
        retry: (failures, error) => failures < 1 && error instanceof ApiError && passing.has(error.code),
      },
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * When a query is invalidated while its first request is still running, the library keeps that response, which may
 * be older than the change. This client requests such a query once more.
 */
class RefetchingQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (early.length === 0) return;
    await Promise.allSettled(early.map(({ promise }) => Promise.resolve(promise)));
    await super.invalidateQueries({ ...filters, predicate: (query) => early.includes(query) }, options);
  }
}
