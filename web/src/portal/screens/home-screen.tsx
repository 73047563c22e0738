import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { WhenSeen } from "../../ui/chart/when-seen.tsx";
import { DashboardPage } from "../features/dashboard/dashboard-page.tsx";
import { LatestNotices } from "../features/notices/latest-notices.tsx";

const HistoryCard = lazyComponent(() => import("../features/activity/history-card.tsx"));
/** As high as the card will be, so that nothing below it moves. */
const place = <Skeleton h={420} radius="lg" />;

export default function HomeScreen() {
  return (
    <DashboardPage
      latestNotices={<LatestNotices count={3} />}
      history={
        <WhenSeen instead={place}>
          <Suspense fallback={place}>
            <HistoryCard />
          </Suspense>
        </WhenSeen>
      }
    />
  );
}
