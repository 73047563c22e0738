import { createContext, useContext, useSyncExternalStore } from "react";
import { Listeners } from "../../lib/listeners.ts";
import { localStore } from "../../lib/storage.ts";
import type { Column } from "./column.ts";

/** Whether tables offer how they are shown: in the console, whose tables are worked with all day. */
export const TableViewContext = createContext(false);

interface ChoosableColumn {
  title: string;
  isExtra?: true;
}

export interface ViewChoiceProps {
  /** The table's name, by which its columns are remembered. */
  label: string;
  columns: readonly ChoosableColumn[];
}

const densityKey = "fcRoomyRows";
const columnsKey = (label: string) => `fcHiddenColumns/${label}`;

const listeners = new Listeners();

/** What this browser remembers under a key, and a way to change it that every table on the page follows. */
function useRemembered(key: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(
    listeners.subscribe,
    () => localStore.read(key) ?? "",
    () => "",
  );
  const change = (next: string) => {
    if (next === "") localStore.remove(key);
    else localStore.write(key, next);
    listeners.tell();
  };
  return [value, change];
}

/** Whether rows are as large as on a phone, which some read more easily. Otherwise fifteen of them fit a laptop. */
export function useDensity() {
  const [value, change] = useRemembered(densityKey);
  return { isRoomy: value !== "", setRoomy: (isRoomy: boolean) => change(isRoomy ? "yes" : "") };
}

/** Which columns of a table are shown. The browser remembers only those that an operator has turned on or off. */
export function useColumnChoice(label: string) {
  const [value, change] = useRemembered(columnsKey(label));
  const changed = value === "" ? [] : value.split("\n");
  return {
    isShown: ({ title, isExtra }: ChoosableColumn) => changed.includes(title) === (isExtra === true),
    toggle: ({ title }: ChoosableColumn) =>
      change(
        (changed.includes(title) ? changed.filter((other) => other !== title) : [...changed, title]).join(
          "\n",
        ),
      ),
  };
}

/** The first column says what a row is about, so it is always shown. */
export function useShownColumns<Row, Sort extends string>(
  label: string,
  columns: readonly Column<Row, Sort>[],
): readonly Column<Row, Sort>[] {
  const isOffered = useContext(TableViewContext);
  const { isShown } = useColumnChoice(label);
  return isOffered ? columns.filter((column, at) => at === 0 || isShown(column)) : columns;
}
