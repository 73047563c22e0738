import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

const passing = new Set(["NETWORK", "TIMEOUT", "UNAVAILABLE"]);

/** One per session, so that nothing of one member is ever shown to the next. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline, a call fails at once and says so; waiting silently would look like loading.
        networkMode: "always",
        retry: (failures, error) => failures < 1 && error instanceof ApiError && passing.has(error.code),
      },
      mutations: { networkMode: "always" },
    },
  });
}
