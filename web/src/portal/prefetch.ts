import { useIsFetching } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { savesData, whenIdle } from "../lib/lazy/when-idle.ts";
import { bottomBar } from "./navigation.ts";
import { preloadPage } from "./page-code.ts";

/** What members usually open from a page, besides the bottom bar. */
const usuallyNext: Readonly<Record<string, readonly string[]>> = {
  "/": ["/transfer-wallet", "/referral-link", "/wallet-report"],
  "/stacking": ["/topupRequest", "/stacking-investment"],
  "/withdraw": ["/Withdraw-report", "/coin-address"],
  "/direct-referrals": ["/tree-chart", "/referral-link"],
  "/transfer-wallet": ["/transferWallet-report"],
};

/** Fetches the code of the pages that are likely next, once the page has its data and the browser is idle. */
export function usePrefetchedPages(): void {
  const router = useRouter();
  const isBusy = useIsFetching() > 0;
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? "" });
  useEffect(() => {
    if (isBusy || savesData()) return;
    const likely = [...bottomBar.map(({ to }) => to), ...(usuallyNext[shown] ?? [])];
    let isOver = false;
    const fetchAll = async () => {
      // One after the other, so that a page that is opened meanwhile does not share the network with all of them, and
      // a tap does not wait until the code of all of them has run.
      for (const path of likely) {
        if (isOver) return;
        await preloadPage(router, path);
        await new Promise<void>((resolve) => void whenIdle(resolve));
      }
    };
    const cancel = whenIdle(() => void fetchAll());
    return () => {
      isOver = true;
      cancel();
    };
  }, [router, isBusy, shown]);
}
