import { useState } from "react";
import { toast } from "../feedback/toasts.tsx";
import { useUndoable } from "./use-undoable.ts";

interface WorkQueueOptions<Item, Decision> {
  /** The items of the server's last answer. */
  loaded: readonly Item[];
  commit: (decision: Decision) => Promise<unknown>;
  /** Reads the items from the server again. */
  reload: () => Promise<unknown>;
}

/** The items that are left to decide, the chosen one, and the decision that can still be undone. */
export function useWorkQueue<Item extends { id: number }, Decision extends { item: Item }>({
  loaded,
  commit,
  reload,
}: WorkQueueOptions<Item, Decision>) {
  const [chosenId, choose] = useState<number>();
  const [beingSent, setBeingSent] = useState<readonly number[]>([]);

  async function send(decision: Decision): Promise<void> {
    const { id } = decision.item;
    setBeingSent((ids) => [...ids, id]);
    try {
      await commit(decision);
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
    setBeingSent((ids) => ids.filter((other) => other !== id));
  }
  const { pending, decide, undo } = useUndoable<Decision>((decision) => void send(decision));

  // A decided item leaves the list at once, also while its decision can still be undone or is being sent.
  const items = loaded.filter(({ id }) => id !== pending?.item.id && !beingSent.includes(id));
  const current = items.find(({ id }) => id === chosenId) ?? items[0];
  const move = (step: 1 | -1) => choose(neighbourOf(items, current?.id, step));
  return {
    items,
    current,
    choose,
    move,
    pending,
    /** Chooses the next item at once. */
    decide(decision: Decision) {
      move(1);
      decide(decision);
    },
    undo,
  };
}

/** The item after the chosen one or before it; at an end of the list the one on the other side. */
function neighbourOf(items: readonly { id: number }[], id: number | undefined, step: 1 | -1) {
  const at = items.findIndex((item) => item.id === id);
  return items[at + step]?.id ?? items[at - step]?.id;
}
