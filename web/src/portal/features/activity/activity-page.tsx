import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { lazyComponent } from "../../../lib/lazy/lazy-component.ts";
import { useMember } from "../../../lib/session/member.ts";
import { loadOrNotify } from "../../../ui/feedback/load-or-notify.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityList } from "./activity-list.tsx";
import { ActivitySums } from "./activity-sums.tsx";
import { NothingFits, NothingYet } from "./nothing.tsx";
import { activityQuery, activitySumsQuery, filterNames, queryOf } from "./queries.ts";

const WhyDialog = lazyComponent(() => import("../../why/own-why-dialog.tsx"));

/** Everything that moved in the member's wallets: searched, narrowed and summed up. What is chosen is in the address. */
export default function ActivityPage() {
  const t = useT();
  const { id } = useMember();
  const table = useCursorTable(filterNames);
  const query = queryOf(table.filters, t);
  const sums = useQuery(activitySumsQuery(id, query));
  const list = useInfiniteQuery(activityQuery(id, query));
  const [explained, setExplained] = useState<string>();
  const explain = async (transID: string) => {
    if (await loadOrNotify([WhyDialog], { onRetry: () => void explain(transID) })) setExplained(transID);
  };
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const isNarrowed = Object.keys(table.filters).length > 0;
  if (rows?.length === 0 && !isNarrowed && !list.isPlaceholderData) {
    return (
      <Page>
        <NothingYet />
      </Page>
    );
  }
  return (
    <Page>
      <ActivityFilters table={table} query={query} />
      <ActivitySums sums={sums} />
      {!rows ? (
        <Card>
          {list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <TextSkeleton rows={8} />
          )}
        </Card>
      ) : rows.length === 0 ? (
        <NothingFits onShowAll={table.showAll} />
      ) : (
        <ActivityList
          rows={rows}
          count={sums.isPlaceholderData ? undefined : sums.data?.count}
          isStale={list.isPlaceholderData}
          more={{
            isThere: list.hasNextPage,
            isLoading: list.isFetchingNextPage,
            error: list.isFetchNextPageError ? list.error : undefined,
            load: () => void list.fetchNextPage(),
          }}
          onExplain={(transID) => void explain(transID)}
        />
      )}
      {explained !== undefined && (
        <Suspense>
          <WhyDialog transID={explained} onClose={() => setExplained(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}
