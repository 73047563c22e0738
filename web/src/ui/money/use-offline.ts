import { useSyncExternalStore } from "react";
import { connection } from "../../lib/api/connection.ts";

/** What the device itself says: after a failed call alone, a press is the next try. */
export function useOffline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline, () => false);
}
