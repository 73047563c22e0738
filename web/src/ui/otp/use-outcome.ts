import { requestOutcome } from "@fc/contract/otp/portal";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../lib/api/api.ts";

interface OutcomeOptions {
  userId: number;
  /** Whose outcome is asked for as soon as the page is there. */
  first?: string | undefined;
  /** It was done; `reference` is that of its receipt, where coins were moved. */
  onDone: (key: string, reference: string | undefined) => void;
  /** Nothing was done under this key. */
  onUnknown: (key: string) => void;
}

/** How long a look-up that failed waits for the next one, if the browser does not say before that it is online. */
const pauseMs = 5_000;

/** Asks what became of a request whose answer was lost, until the server says so. */
export function useOutcome({ userId, first, onDone, onUnknown }: OutcomeOptions) {
  const [asked, setAsked] = useState(() =>
    first === undefined ? undefined : { key: first, state: "checking" as "checking" | "failed" },
  );

  const ask = useEffectEvent(async (key: string, isLeft: () => boolean) => {
    try {
      const { data } = await call(requestOutcome, { params: { userId, key } });
      if (isLeft()) return;
      setAsked(undefined);
      if (data.state === "done") onDone(key, data.reference);
      else onUnknown(key);
    } catch {
      if (!isLeft()) setAsked({ key, state: "failed" });
    }
  });

  useEffect(() => {
    if (!asked) return undefined;
    const { key, state } = asked;
    let left = false;
    const again = () => setAsked({ key, state: "checking" });
    if (state === "checking") void ask(key, () => left);
    const timer = state === "failed" ? setTimeout(again, pauseMs) : undefined;
    if (state === "failed") addEventListener("online", again);
    return () => {
      left = true;
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [asked]);

  return {
    /** Undefined while nothing is asked. */
    state: asked?.state,
    ask: (key: string) => setAsked({ key, state: "checking" }),
    again: () => setAsked(asked && { key: asked.key, state: "checking" }),
  };
}
