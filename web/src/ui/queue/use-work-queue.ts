import { useState } from "react";
import { toast } from "../feedback/toasts.tsx";
import { neighbourOf } from "./queue.tsx";
import { useUndoable } from "./use-undoable.ts";

interface WorkQueue<Row, Decision> {
  /** As the server told them last. */
  waiting: readonly Row[];
  commit: (decision: Decision) => Promise<unknown>;
  /** Asks the server what waits now. */
  readAgain: () => Promise<unknown>;
}

/** What waits, the one that is being looked at, and the decision that can still be taken back. */
export function useWorkQueue<Row extends { id: number }, Decision extends { row: Row }>({
  waiting,
  commit,
  readAgain,
}: WorkQueue<Row, Decision>) {
  const [chosenId, choose] = useState<number>();
  const [underWay, setUnderWay] = useState<readonly number[]>([]);

  async function send(decision: Decision): Promise<void> {
    const { id } = decision.row;
    setUnderWay((ids) => [...ids, id]);
    try {
      await commit(decision);
    } catch (failure) {
      toast.failure(failure);
    }
    await readAgain();
    setUnderWay((ids) => ids.filter((other) => other !== id));
  }
  const { held, decide, undo } = useUndoable<Decision>((decision) => void send(decision));

  // What is decided is out of the way already, committed or not.
  const rows = waiting.filter(({ id }) => id !== held?.row.id && !underWay.includes(id));
  const current = rows.find(({ id }) => id === chosenId) ?? rows[0];
  const go = (step: 1 | -1) => choose(neighbourOf(rows, current?.id, step));
  return {
    rows,
    current,
    choose,
    go,
    held,
    /** Goes on to the next one at once. */
    decide(decision: Decision) {
      go(1);
      decide(decision);
    },
    undo,
  };
}
