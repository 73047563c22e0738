import { requestOutcome, type RequestOutcome } from "@fc/contract/otp/portal";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { settling } from "./settling.ts";

interface OutcomeOptions {
  userId: number;
  /** Whose outcome is asked for as soon as the page is there. */
  first?: string | undefined;
  /** It was done; `reference` is that of its receipt, where coins were moved. */
  onDone: (key: string, reference: string | undefined) => void;
  /** Nothing was done under this key, and nothing will be. */
  onNotDone: (key: string) => void;
}

/** How long a look-up that failed waits for the next one, if the browser does not say before that it is online. */
const pauseMs = 5_000;

/** Asks what became of a request whose answer was lost, until the server says so. */
export function useOutcome({ userId, first, onDone, onNotDone }: OutcomeOptions) {
  const [asked, setAsked] = useState(() =>
    first === undefined ? undefined : { key: first, state: "checking" as "checking" | "failed" },
  );

  const asks = asked?.key;
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  useEffect(() => {
    if (asks === undefined) return undefined;
    settling.begin(asks);
    return () => settling.end(asks);
  }, [asks]);

  const settle = useEffectEvent((key: string, outcome: RequestOutcome) => {
    setAsked(undefined);
    if (outcome.state === "done") onDone(key, outcome.reference);
    else onNotDone(key);
  });

  useEffect(() => {
    if (asked?.state !== "checking") return undefined;
    const { key } = asked;
    let isLeft = false;
    call(requestOutcome, { params: { userId, key } }).then(
      ({ data }) => isLeft || settle(key, data),
      () => isLeft || setAsked({ key, state: "failed" }),
    );
    return () => void (isLeft = true);
  }, [asked, userId]);

  useEffect(() => {
    if (asked?.state !== "failed") return undefined;
    const again = () => setAsked({ key: asked.key, state: "checking" });
    const timer = setTimeout(again, pauseMs);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [asked]);

  return {
    /** Undefined while nothing is asked. */
    state: asked?.state,
    /** Where the page was left meanwhile, the shell asks. */
    ask: (key: string) => (isGone.current ? settling.end(key) : setAsked({ key, state: "checking" })),
    again: () => setAsked(asked && { key: asked.key, state: "checking" }),
  };
}
