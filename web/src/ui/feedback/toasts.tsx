import { useSyncExternalStore } from "react";
import { useT } from "../../lib/i18n.ts";
import { Listeners } from "../../lib/listeners.ts";
import { Note } from "./note.tsx";
import { ProblemText } from "./problem-text.tsx";

/** One success and one failure at a time, as the specification's notification state has it. */
interface Notices {
  success?: { text: string; key: number };
  failure?: { error: unknown; onRetry: (() => void) | undefined; key: number };
}

let notices: Notices = {};
let count = 0;
const listeners = new Listeners();

function set(next: Notices): void {
  notices = next;
  listeners.tell();
}

function clear(kind: keyof Notices, key: number): void {
  if (notices[kind]?.key !== key) return;
  const { [kind]: _gone, ...rest } = notices;
  set(rest);
}

export const toast = {
  /** Clears itself after `ms`, or by its close control when no time is given. */
  success(text: string, ms?: number): void {
    const key = ++count;
    set({ success: { text, key } });
    if (ms !== undefined) setTimeout(() => clear("success", key), ms);
  },

  /** Confirms what an operator did, for a few seconds. */
  done(text: string): void {
    toast.success(text, 5000);
  },

  /**
   * Stays until it is closed or the next attempt starts, so that nobody misses what went wrong. Returns a
   * function that removes it.
   */
  failure(error: unknown, onRetry?: () => void): () => void {
    const key = ++count;
    set({ failure: { error, onRetry, key } });
    return () => clear("failure", key);
  },

  clear(): void {
    set({});
  },
};

const none: Notices = {};

export function Toasts() {
  const t = useT();
  const { success, failure } = useSyncExternalStore(
    listeners.subscribe,
    () => notices,
    () => none,
  );
  const retry = () => {
    if (!failure) return;
    clear("failure", failure.key);
    failure.onRetry?.();
  };
  // Both live regions exist before a text arrives: only then do screen readers announce it. Empty they are no alert.
  return (
    <div className="toasts" hidden={!success && !failure}>
      <div role="status">
        {success && (
          <Note tone="good" onClose={() => clear("success", success.key)}>
            {t(success.text)}
          </Note>
        )}
      </div>
      <div role="alert">
        {failure && (
          <Note tone="bad" onClose={() => clear("failure", failure.key)}>
            <ProblemText error={failure.error} />
            {failure.onRetry && (
              <button type="button" className="link-button note-action" onClick={retry}>
                {t("Retry")}
              </button>
            )}
          </Note>
        )}
      </div>
    </div>
  );
}
