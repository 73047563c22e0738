import { useEffect, useRef, useState } from "react";

/** How long a decision can be undone. */
const undoMs = 5000;

interface PendingDecision<Decision> {
  decision: Decision;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Delays a decision for a few seconds so that a mistake can be undone: a committed decision moves money and
 * cannot be. The next decision, and leaving the page, commit the one before.
 */
export function useUndoable<Decision>(commit: (decision: Decision) => void) {
  const waiting = useRef<PendingDecision<Decision>>(undefined);
  const [pending, setPending] = useState<Decision>();
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });

  const commitNow = () => {
    const current = waiting.current;
    if (!current) return;
    clearTimeout(current.timer);
    waiting.current = undefined;
    setPending(undefined);
    latestCommit.current(current.decision);
  };
  const latestCommitNow = useRef(commitNow);
  useEffect(() => {
    latestCommitNow.current = commitNow;
  });
  useEffect(() => () => latestCommitNow.current(), []);
  // Closing the tab commits nothing. Without a warning, a paid withdrawal would still wait to be paid.
  useEffect(() => {
    if (pending === undefined) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [pending]);

  return {
    /** Decided and not committed yet. */
    pending,
    decide(decision: Decision) {
      commitNow();
      waiting.current = { decision, timer: setTimeout(() => latestCommitNow.current(), undoMs) };
      setPending(decision);
    },
    undo() {
      clearTimeout(waiting.current?.timer);
      waiting.current = undefined;
      setPending(undefined);
    },
  };
}
