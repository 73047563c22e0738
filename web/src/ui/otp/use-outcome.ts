import { requestOutcome, type RequestOutcome } from "@fc/contract/otp/portal";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { settling } from "./settling.ts";

interface OutcomeOptions {
  userId: number;
  /** Whose outcome is asked for, as long as there is one. */
  key: string | undefined;
  /** It was done; `reference` is that of its receipt, where coins were moved. */
  onDone: (key: string, reference: string | undefined) => void;
  /** Nothing was done under this key, and nothing will be. */
  onNotDone: (key: string) => void;
}

/** How long a look-up that failed waits for the next one, if the browser does not say before that it is online. */
const pauseMs = 5_000;

/** As useOutcome, by the page of the request: the shell then leaves it alone. */
export function useOwnOutcome(options: OutcomeOptions) {
  const { key } = options;
  // Before the browser paints, so that the shell's words are never seen beside the page's.
  useLayoutEffect(() => {
    if (key === undefined) return undefined;
    settling.begin(key);
    return () => settling.end(key);
  }, [key]);
  return useOutcome(options);
}

/** Asks what became of a request whose answer was lost, until the server says so. */
export function useOutcome({ userId, key, onDone, onNotDone }: OutcomeOptions) {
  const [failed, setFailed] = useState<string>();
  const looking = failed === key ? ("failed" as const) : ("checking" as const);
  const state = key === undefined ? undefined : looking;

  const settle = useEffectEvent((settled: string, outcome: RequestOutcome) => {
    if (outcome.state === "done") onDone(settled, outcome.reference);
    else onNotDone(settled);
  });

  useEffect(() => {
    if (key === undefined || state !== "checking") return undefined;
    let isLeft = false;
    call(requestOutcome, { params: { userId, key } }).then(
      ({ data }) => isLeft || settle(key, data),
      () => isLeft || setFailed(key),
    );
    return () => void (isLeft = true);
  }, [key, state, userId]);

  useEffect(() => {
    if (state !== "failed") return undefined;
    const again = () => setFailed(undefined);
    const timer = setTimeout(again, pauseMs);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [state]);

  return {
    /** Undefined while nothing is asked. */
    state,
    again: () => setFailed(undefined),
  };
}
