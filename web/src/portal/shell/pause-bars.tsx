import type { PauseName } from "@fc/contract/pauses/kinds";
import { pauses } from "@fc/contract/pauses/portal";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useLingui } from "@lingui/react";
import { call, pauseMet, refusals } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { pauseText } from "../../lib/labels/pause-text.ts";
import { barsId } from "../../ui/feedback/offline-banner.tsx";
import "../pause-bar.css";

const pausesQuery = queryOptions({
  queryKey: ["pauses"],
  queryFn: async () => (await call(pauses)).data,
  // A member who meets a pause in between is told by the call that it refuses.
  refetchInterval: 5 * 60_000,
});

/** Whom it concerns: who is signed in needs no sign-in. At the login and the registration the form says it. */
const shownTo = (what: PauseName) => what !== "sign-in" && what !== "registration";

/** What is paused, above every page of a member. */
export function PauseBars() {
  const t = useT();
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const { data } = useQuery(pausesQuery);
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries(pausesQuery);
    refusals.addEventListener(pauseMet, readAgain);
    return () => refusals.removeEventListener(pauseMet, readAgain);
  }, [queries]);
  const bars = document.getElementById(barsId);
  const shown = (data ?? []).filter(({ what }) => shownTo(what));
  if (!bars || shown.length === 0) return null;
  return createPortal(
    shown.map((paused) => (
      <p key={paused.what} className="pause-bar">
        {pauseText(t, paused, i18n.locale)}
      </p>
    )),
    bars,
  );
}
