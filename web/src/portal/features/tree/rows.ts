import { shownBelow, shownMember, type ShownPlace, type TreeState } from "./team.ts";

export interface TreeRow extends ShownPlace {
  level: number;
  /** Among those with the same parent, from 1. */
  position: number;
  siblings: number;
}

/** Everybody shown, each followed by those below. */
export function rowsOf(state: Pick<TreeState, "team" | "open">, root: string): TreeRow[] {
  const rows: TreeRow[] = [];
  const top = shownMember(state, root);
  const rest: TreeRow[] = top ? [{ ...top, level: 1, position: 1, siblings: 1 }] : [];
  for (let row = rest.pop(); row; row = rest.pop()) {
    rows.push(row);
    const { level } = row;
    const below = shownBelow(state, row);
    const next = below.map((shown, at) => ({
      ...shown,
      level: level + 1,
      position: at + 1,
      siblings: below.length,
    }));
    rest.push(...next.toReversed());
  }
  return rows;
}

export type RowMove = { to: number } | { toggle: string } | undefined;

/** What a key does in a tree, by the ARIA pattern. */
export function rowMove(rows: readonly TreeRow[], at: number, key: string): RowMove {
  const row = rows[at];
  if (!row) return undefined;
  const canOpen = row.member !== undefined;
  switch (key) {
    case "ArrowDown":
      return at + 1 < rows.length ? { to: at + 1 } : undefined;
    case "ArrowUp":
      return at > 0 ? { to: at - 1 } : undefined;
    case "Home":
      return { to: 0 };
    case "End":
      return { to: rows.length - 1 };
    case "ArrowRight":
      if (row.isOpen) return { to: at + 1 };
      return canOpen ? { toggle: row.key } : undefined;
    case "ArrowLeft": {
      if (row.isOpen) return { toggle: row.key };
      const parent = rows.findIndex(({ key: other }) => other === row.parent);
      return parent >= 0 ? { to: parent } : undefined;
    }
    case "Enter":
    case " ":
      return canOpen ? { toggle: row.key } : undefined;
    default:
      return byFirstLetter(rows, at, key);
  }
}

function byFirstLetter(rows: readonly TreeRow[], at: number, key: string): RowMove {
  if ([...key].length !== 1) return undefined;
  const starts = ({ member }: TreeRow) =>
    member?.name.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  const order = [...rows.keys()];
  const to = [...order.slice(at + 1), ...order.slice(0, at)].find(
    (other) => rows[other] && starts(rows[other]),
  );
  return to === undefined ? undefined : { to };
}
