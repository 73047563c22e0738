import { useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { connection } from "../../lib/api/connection.ts";
import { dayTimeText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { memberQuery } from "../../lib/session/member.ts";

/** While the server cannot be reached the banner says of when the oldest figure on the screen is. */
export function useOfflineStamp(): void {
  const t = useT();
  const { i18n } = useLingui();
  const queries = useQueryClient();
  useEffect(() => {
    let wasUp = connection.isUp();
    let shownStamp = "";
    const stampOf = (time: string) =>
      connection.isOffline()
        ? t("Figures of {time}. You are offline.", { time })
        : t("Figures of {time}. FC Portal cannot be reached.", { time });
    const cache = queries.getQueryCache();
    const stamp = () => {
      const isUp = connection.isUp();
      if (isUp && !wasUp) {
        // What is on the screen may be of days ago.
        const isShown = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
        void queries.refetchQueries({ type: "active", stale: true, predicate: isShown });
      }
      wasUp = isUp;
      const shown = isUp ? [] : cache.findAll({ type: "active" });
      const times = shown
        .filter(({ queryKey, state }) => queryKey[0] !== memberQuery.queryKey[0] && state.dataUpdatedAt > 0)
        .map(({ state }) => state.dataUpdatedAt);
      const time = dayTimeText(new Date(Math.min(...times, Date.now())).toISOString(), i18n.locale);
      const next = times.length === 0 ? "" : stampOf(time);
      // Saying it calls this function again.
      if (next === shownStamp) return;
      shownStamp = next;
      connection.stamp(next);
    };
    stamp();
    const ends = [connection.subscribe(stamp), cache.subscribe(stamp)];
    return () => {
      for (const end of ends) end();
      connection.stamp("");
    };
  }, [queries, t, i18n.locale]);
}
