import { requestStates, requestStatuses, type RequestStatus } from "@fc/contract/request-states";
import { Group, SegmentedControl } from "@mantine/core";
import { PeriodFilter } from "../table/period-filter.tsx";
import { TableSearch } from "../table/table-tools.tsx";
import { useTable } from "../table/use-table.ts";

/** Which requests a queue shows, kept in its address: the pending ones unless the address says otherwise. */
export function useQueueFilter() {
  const table = useTable({
    sorts: ["requestedAt"],
    first: { sort: "requestedAt", order: "asc" },
    filters: ["status", "from", "to"],
  });
  const { filters, search } = table;
  const status: RequestStatus = requestStatuses.find((known) => known === filters["status"]) ?? "P";
  const { from, to } = filters;
  return {
    table,
    status,
    /** A hundred are enough to work on; older ones are found by search and dates. */
    query: {
      status,
      size: 100,
      ...(search && { search }),
      ...(from && { from }),
      ...(to && { to }),
    },
    isNarrowed: status !== "P" || search !== "" || Boolean(from) || Boolean(to),
  };
}

export type QueueFilter = ReturnType<typeof useQueueFilter>;

interface QueueToolsProps {
  filter: QueueFilter;
  /** What an accepted request is called here. */
  accepted: string;
}

export function QueueTools({ filter: { table, status }, accepted }: QueueToolsProps) {
  return (
    <Group gap="0.75rem 1.5rem" align="flex-end">
      <SegmentedControl
        aria-label="Which requests"
        miw="min(20rem, 100%)"
        value={status}
        onChange={(choice) => table.showFiltered("status", choice === "P" ? "" : choice)}
        data={requestStatuses.map((choice) => ({
          value: choice,
          label: requestStates[choice].queueLabel ?? accepted,
        }))}
      />
      <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
      <TableSearch label="User ID or name" search={table.search} onSearch={table.showFound} />
    </Group>
  );
}

interface NothingHereProps {
  filter: QueueFilter;
}

/** Replaces an empty queue. */
export function NothingHere({ filter: { isNarrowed, table } }: NothingHereProps) {
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
