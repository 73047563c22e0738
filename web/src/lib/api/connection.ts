import { Listeners } from "../listeners.ts";
import { msg } from "../msg.ts";

const listeners = new Listeners();
let lastCallFailed = false;
/** A call was answered although the device says that it is offline, which some do wrongly. */
let isAnswered = false;
/** Grows whenever the device says that it is offline. */
let offlines = 0;
let stamp = "";

function set(answered: boolean, failed = !answered): void {
  lastCallFailed = failed;
  isAnswered = answered;
  listeners.tell();
}

/** Whether the server can be reached, as the browser says and as our own calls find out. */
export const connection = {
  failed: () => set(false),
  /** To be handed to `succeeded`: an answer to what was sent before the device went offline says nothing about now. */
  begun: () => offlines,
  succeeded: (begun: number) => set(begun === offlines, false),

  /** Checks whether the server can be reached, while the page makes no calls of its own. */
  async probe(): Promise<boolean> {
    const answer = await fetch("/healthz", { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
    if (answer?.ok) set(true);
    return answer?.ok ?? false;
  },

  isUp: () => !lastCallFailed && !connection.isOffline(),
  /** The device is offline. Where only our server cannot be reached, nobody is told to be offline. */
  isOffline: () => !navigator.onLine && !isAnswered,

  /** What is said while the server cannot be reached; empty while it can. */
  problem: () => (connection.isUp() ? "" : stamp || msg("No connection. What you see may be out of date.")),
  /** Says instead of when the figures on the screen are. */
  stamp(text: string): void {
    stamp = text;
    listeners.tell();
  },

  subscribe(listener: () => void): () => void {
    const backOnline = () => {
      lastCallFailed = false;
      listener();
    };
    const offline = () => {
      offlines += 1;
      isAnswered = false;
      listener();
    };
    const leave = listeners.subscribe(listener);
    addEventListener("online", backOnline);
    addEventListener("offline", offline);
    return () => {
      leave();
      removeEventListener("online", backOnline);
      removeEventListener("offline", offline);
    };
  },
};
