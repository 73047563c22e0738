import { useState } from "react";
import { toast } from "../feedback/toasts.tsx";
import { useUndoable } from "./use-undoable.ts";

interface WorkQueueOptions<Item, Decision> {
  /** The items of the server's last answer. */
  loaded: readonly Item[];
  commit: (decision: Decision) => Promise<unknown>;
  /** Reads the items from the server again. */
  reload: () => Promise<unknown>;
  /** False where opening an item is logged: then the page opens none before the operator chooses one. */
  opensFirst?: boolean | undefined;
}

/** What is decided: one item, or several marked ones in the same way. */
interface DecidedItems<Item> {
  item: Item;
  others?: readonly Item[] | undefined;
}

/** The items that are left to decide, the chosen one, and the decision that can still be undone. */
export function useWorkQueue<Item extends { id: number }, Decision extends DecidedItems<Item>>({
  loaded,
  commit,
  reload,
  opensFirst = true,
}: WorkQueueOptions<Item, Decision>) {
  const [chosenId, choose] = useState<number>();
  const [beingSent, setBeingSent] = useState<readonly number[]>([]);

  async function send(decision: Decision): Promise<void> {
    const sent = idsOf(decision);
    setBeingSent((ids) => [...ids, ...sent]);
    try {
      await commit(decision);
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
    setBeingSent((ids) => ids.filter((other) => !sent.includes(other)));
  }
  const { pending, decide, undo } = useUndoable<Decision>((decision) => void send(decision));

  // A decided item leaves the list at once, also while its decision can still be undone or is being sent.
  const gone = new Set([...(pending ? idsOf(pending) : []), ...beingSent]);
  const items = loaded.filter(({ id }) => !gone.has(id));
  const current = items.find(({ id }) => id === chosenId) ?? (opensFirst ? items[0] : undefined);
  return {
    items,
    current,
    choose,
    move: (step: 1 | -1) => choose(neighbourOf(items, current?.id, step)),
    pending,
    /** Chooses the next item that is not decided with it at once. */
    decide(decision: Decision) {
      const decided = new Set(idsOf(decision));
      const left = items.filter(({ id }) => id === current?.id || !decided.has(id));
      const stays = current !== undefined && !decided.has(current.id);
      choose(stays ? current.id : neighbourOf(left, current?.id, 1));
      decide(decision);
    },
    /** What was decided is in the list again, and chosen. */
    undo() {
      if (pending) choose(pending.item.id);
      undo();
    },
  };
}

function idsOf({ item, others = [] }: DecidedItems<{ id: number }>): number[] {
  return [item, ...others].map(({ id }) => id);
}

/** The item after the chosen one or before it; at an end of the list the one on the other side. */
function neighbourOf(items: readonly { id: number }[], id: number | undefined, step: 1 | -1) {
  const at = items.findIndex((item) => item.id === id);
  return items[at + step]?.id ?? items[at - step]?.id;
}
