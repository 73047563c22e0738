import { keysOf, sure } from "@fc/contract/sure";
import { Group, NativeSelect, SegmentedControl, Text } from "@mantine/core";
import { PeriodChoice } from "../table/period-choice.tsx";
import { DownloadButton, TableSearch } from "../table/table-tools.tsx";
import { useTable } from "../table/use-table.ts";

/** The states of a queue by their names. What waits comes first. */
export type QueueStates<State extends string> = Readonly<Record<State, string>>;

type OrderName = "oldest" | "newest" | "largest" | "smallest";

interface QueueOrder {
  label: string;
  order: "asc" | "desc";
  /** By when it was requested, unless it says so. */
  sort?: "amount";
}

/** In which order a queue can be worked on. What waits begins with the oldest, what is decided with the newest. */
const queueOrders: Readonly<Record<OrderName, QueueOrder>> = {
  oldest: { label: "Oldest first", order: "asc" },
  newest: { label: "Newest first", order: "desc" },
  largest: { label: "Largest first", order: "desc", sort: "amount" },
  smallest: { label: "Smallest first", order: "asc", sort: "amount" },
};

export interface QueueOptions<State extends string> {
  states: QueueStates<State>;
  /** Whether its requests have amounts to be sorted by. */
  hasAmounts?: boolean;
}

/** Which requests a queue shows, kept in its address: those that wait unless the address says otherwise. */
export function useQueueFilter<State extends string>({
  states: labels,
  hasAmounts = false,
}: QueueOptions<State>) {
  const states = keysOf(labels);
  const waiting = sure(states[0]);
  const table = useTable({
    sorts: ["requestedAt"],
    first: { sort: "requestedAt", order: "asc" },
    filters: ["status", "from", "to", "by"],
  });
  const { filters, search } = table;
  const status = states.find((known) => known === filters["status"]) ?? waiting;
  const { from, to } = filters;
  const offered = keysOf(queueOrders).filter((name) => hasAmounts || queueOrders[name].sort === undefined);
  const firstOrder: OrderName = status === waiting ? "oldest" : "newest";
  const chosen = offered.find((name) => name === filters["by"]) ?? firstOrder;
  const { label: _words, ...order } = queueOrders[chosen];
  return {
    table,
    labels,
    status,
    orders: { chosen, first: firstOrder, offered },
    /** Whether it shows what can be decided. */
    isWaiting: status === waiting,
    /** A hundred are enough to work on; older ones are found by search and dates. */
    query: {
      status,
      size: 100,
      ...order,
      ...(search && { search }),
      ...(from && { from }),
      ...(to && { to }),
    },
    isNarrowed: status !== waiting || search !== "" || Boolean(from) || Boolean(to),
  };
}

export type QueueFilter<State extends string> = ReturnType<typeof useQueueFilter<State>>;

interface QueueToolsProps<State extends string> {
  filter: QueueFilter<State>;
  found: FoundRequests;
  /** Saves everything that was found. */
  download: () => Promise<void>;
}

export function QueueTools<State extends string>({ filter, found, download }: QueueToolsProps<State>) {
  const { table, labels, status, orders } = filter;
  const choices = Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  return (
    <Group className="table-toolbar" gap="0.75rem" align="flex-end">
      <SegmentedControl
        bg="var(--fc-surface-quiet)"
        aria-label="Which requests"
        miw={`min(${choices.length > 3 ? 29 : 20}rem, 100%)`}
        value={status}
        onChange={(choice) => table.showFiltered("status", choice === choices[0]?.value ? "" : choice)}
        data={choices}
      />
      <PeriodChoice table={table} />
      <TableSearch label="User ID, name or reference" search={table.search} onSearch={table.showFound} />
      <NativeSelect
        aria-label="Order"
        value={orders.chosen}
        data={orders.offered.map((value) => ({ value, label: queueOrders[value].label }))}
        onChange={({ currentTarget: { value } }) =>
          table.showFiltered("by", value === orders.first ? "" : value)
        }
      />
      <Group gap="sm" ml="auto" wrap="nowrap">
        <FoundInAll {...found} />
        <DownloadButton download={download} />
      </Group>
    </Group>
  );
}

export interface FoundRequests {
  total: number;
  isMore?: true | undefined;
  /** What all of them come to, in words. */
  inAll?: string | undefined;
}

/** How many were found, those that the list does not show too, and what they come to. */
export function FoundInAll({ total, isMore, inAll }: FoundRequests) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {total.toLocaleString("en-IN")}
      {isMore ? "+" : ""} in all{inAll === undefined ? "" : `: ${inAll}`}
    </Text>
  );
}

/** Replaces an empty queue. */
export function NothingHere<State extends string>({ filter }: { filter: QueueFilter<State> }) {
  const { isNarrowed, table } = filter;
  return (
    <div className="card state">
      <p>{isNarrowed ? "No request fits." : "Nothing waits here. New requests appear by themselves."}</p>
      {isNarrowed && (
        <button type="button" className="link-button" onClick={table.showAll}>
          Show all that wait
        </button>
      )}
    </div>
  );
}
