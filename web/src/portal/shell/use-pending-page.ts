import { useSyncExternalStore } from "react";
import { pendingPage, type PendingPage } from "../pending-page.ts";

export function usePendingPage(): PendingPage | undefined {
  return useSyncExternalStore(pendingPage.subscribe, pendingPage.current, nothing);
}

function nothing(): undefined {
  return undefined;
}

/**
 * Whether a link is to be marked: it leads to the chosen page, or there is none and it leads to the one that is shown.
 * It answers for one link, so that a tap draws two links anew and not all thirty of them.
 */
export function useIsCurrent(path: string, isHere: boolean): boolean {
  const isCurrent = () => {
    const chosen = pendingPage.current();
    return chosen ? chosen.pathname.toLowerCase() === path.toLowerCase() : isHere;
  };
  return useSyncExternalStore(pendingPage.subscribe, isCurrent, () => isHere);
}
