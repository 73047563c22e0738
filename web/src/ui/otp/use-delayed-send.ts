import { useEffect, useEffectEvent, useState } from "react";

interface Delay {
  until: string;
  /** Of the change that the code is for. */
  fingerprint: string;
}

export type DelayedSend = ReturnType<typeof useDelayedSend>;

/**
 * A code that was requested too soon after the last one. It is sent by itself once it may be, unless the member edits
 * the form again or leaves: then nothing is sent that nobody asked for.
 */
export function useDelayedSend(fingerprint: string) {
  const [delayed, setDelayed] = useState<Delay>();
  // Forgotten and not only skipped: typing the first text again must not send a code without a press.
  if (delayed && delayed.fingerprint !== fingerprint) setDelayed(undefined);

  return {
    /** When the code will be sent; null if none waits. */
    until: delayed?.until ?? null,
    /** The change is named, because "Do it again" changes it at the same moment. */
    start: (until: string, of: string) => setDelayed({ until, fingerprint: of }),
    cancel: () => setDelayed(undefined),
  };
}

/** Apart from the state above, because sending may itself begin another delay. */
export function useSendWhenDue({ until, cancel }: DelayedSend, send: () => void): void {
  const sendNow = useEffectEvent(() => {
    cancel();
    send();
  });
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => sendNow(), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
}
