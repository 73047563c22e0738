import { useNavigate, useSearch } from "@tanstack/react-router";
import { anyPage } from "../../lib/asserted.ts";
import {
  readTableAddress,
  serialOf,
  tableQueryOf,
  writeTableAddress,
  type Order,
  type TableAddress,
  type TableOptions,
} from "./table-address.ts";

/**
 * The state of a table, kept in the address of its page: it survives a reload, can be sent to somebody and is
 * undone by going back. `query` is the query of the request.
 */
export function useTable<Sort extends string>(options: TableOptions<Sort>) {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = readTableAddress(raw, options);

  const show = (change: Partial<TableAddress<Sort>>, { replace = false } = {}) => {
    const search = writeTableAddress({ ...address, page: 1, ...change }, options);
    void navigate({ to: ".", search: anyPage(search), replace, resetScroll: false });
  };

  return {
    ...address,
    query: tableQueryOf(address),
    serialOf: (index: number, total: number) => serialOf(address, options, { index, total }),
    showPage: (page: number) => show({ page }),
    showSize: (size: number) => show({ size }),
    showSorted: (sort: Sort, order: Order) => show({ sort, order }),
    /** Replaces the address; otherwise every typed letter would be a step of the browser's history. */
    showFound: (search: string) => show({ search }, { replace: true }),
    showFiltered: (name: string, value: string) => show({ filters: { ...address.filters, [name]: value } }),
    /** Several at once, in one step of the browser's history. */
    showAllFiltered: (values: Readonly<Record<string, string>>) =>
      show({ filters: { ...address.filters, ...values } }),
    showAll: () => show({ search: "", filters: {} }),
  };
}

export type Table<Sort extends string> = ReturnType<typeof useTable<Sort>>;
