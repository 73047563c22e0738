import { useEffect, useRef, useState } from "react";

/** How long a decision can be taken back. */
const undoMs = 5000;

interface Held<Decision> {
  decision: Decision;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Holds a decision back for a few seconds, so that a slip of the hand can be undone: what is committed moves money
 * and cannot be. The next decision, and leaving the page, commit the one before.
 */
export function useUndoable<Decision>(commit: (decision: Decision) => void) {
  const held = useRef<Held<Decision>>(undefined);
  const [shown, setShown] = useState<Decision>();
  const committed = useRef(commit);
  useEffect(() => {
    committed.current = commit;
  });

  const flush = () => {
    const now = held.current;
    if (!now) return;
    clearTimeout(now.timer);
    held.current = undefined;
    setShown(undefined);
    committed.current(now.decision);
  };
  const leave = useRef(flush);
  useEffect(() => {
    leave.current = flush;
  });
  useEffect(() => () => leave.current(), []);
  // A tab that is closed commits nothing: without a word, what was paid would still be waiting to be paid.
  useEffect(() => {
    if (shown === undefined) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [shown]);

  return {
    /** Decided, and not committed yet. */
    held: shown,
    decide(decision: Decision) {
      flush();
      held.current = { decision, timer: setTimeout(() => leave.current(), undoMs) };
      setShown(decision);
    },
    undo() {
      clearTimeout(held.current?.timer);
      held.current = undefined;
      setShown(undefined);
    },
  };
}
