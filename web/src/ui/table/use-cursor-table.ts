import { useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { anyPage } from "../../lib/asserted.ts";
import {
  readCursorAddress,
  writeCursorAddress,
  type CursorAddress,
  type FirstOrder,
} from "./cursor-address.ts";
import type { Order } from "./table-address.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where the newer pages start, kept with this entry of the browser's history; the first has no cursor. */
    newer?: string[];
  }
}

/** What a change of the table does to the browser's history. */
interface Step {
  /** Where the newer pages start. */
  trail?: string[];
  replace?: boolean;
}

/**
 * The state of a table that grows at its top: older and newer instead of numbered pages, so that no page moves
 * while rows arrive and none costs more than the first.
 */
export function useCursorTable(filterNames: readonly string[], first?: FirstOrder) {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const newer = useRouterState({ select: ({ location }) => location.state.newer }) ?? [];
  const navigate = useNavigate();
  const address = readCursorAddress(raw, filterNames, first);
  const { cursor, page, size, sort, order, filters } = address;

  const show = (change: Partial<CursorAddress>, { trail = [], replace = false }: Step = {}) => {
    const search = writeCursorAddress({ ...address, cursor: undefined, page: 1, ...change }, first);
    void navigate({ to: ".", search: anyPage(search), state: { newer: trail }, replace, resetScroll: false });
  };

  return {
    ...address,
    /** Whether its rows go from the newest to the oldest. */
    isFromNewest: order === first?.order,
    query: {
      size,
      ...(order === undefined || order === first?.order ? {} : { order }),
      ...(cursor === undefined ? {} : { cursor }),
      ...filters,
    },
    serialOf: (index: number) => (page - 1) * size + index + 1,
    showOlder: (next: string) =>
      show({ cursor: next, page: page + 1 }, { trail: cursor === undefined ? [] : [...newer, cursor] }),
    /** From an address that somebody sent, the way back is not known and leads to the newest page. */
    showNewer: () => {
      const before = newer.at(-1);
      if (before === undefined) show({});
      else show({ cursor: before, page: page - 1 }, { trail: newer.slice(0, -1) });
    },
    /** Only in one direction or the other: what it is sorted by is what its pages are read by. */
    ...(sort !== undefined && { showSorted: (_sort: string, chosen: Order) => show({ order: chosen }) }),
    showSize: (chosen: number) => show({ size: chosen }),
    showFiltered: (name: string, value: string) => show({ filters: { ...filters, [name]: value } }),
    /** Several at once, in one step of the browser's history. */
    showAllFiltered: (values: Readonly<Record<string, string>>) =>
      show({ filters: { ...filters, ...values } }),
    /** Replaces the address; otherwise every typed letter would be a step of the browser's history. */
    showFound: (search: string) => show({ filters: { ...filters, search } }, { replace: true }),
    showAll: () => show({ filters: {} }),
  };
}

export type CursorTableState = ReturnType<typeof useCursorTable>;
