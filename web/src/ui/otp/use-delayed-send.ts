import { useEffect, useEffectEvent, useState } from "react";

interface DelayedSend {
  until: string;
  /** Of the change that the code is for. */
  fingerprint: string;
}

/**
 * A code that was requested too soon after the last one. It is sent by itself once it may be, unless the member edits
 * the form again or leaves: then nothing is sent that nobody asked for.
 */
export function useDelayedSend(fingerprint: string, send: () => void) {
  const [delayed, setDelayed] = useState<DelayedSend>();
  // Forgotten and not only skipped: typing the first text again must not send a code without a press.
  if (delayed && delayed.fingerprint !== fingerprint) setDelayed(undefined);

  const sendNow = useEffectEvent(() => {
    setDelayed(undefined);
    send();
  });
  useEffect(() => {
    if (!delayed) return undefined;
    const timer = setTimeout(() => sendNow(), Math.max(0, Date.parse(delayed.until) - Date.now()));
    return () => clearTimeout(timer);
  }, [delayed]);

  return {
    /** When the code will be sent; null if none waits. */
    until: delayed?.until ?? null,
    /** The change is named, because "Do it again" changes it at the same moment. */
    start: (until: string, of: string) => setDelayed({ until, fingerprint: of }),
    cancel: () => setDelayed(undefined),
  };
}
