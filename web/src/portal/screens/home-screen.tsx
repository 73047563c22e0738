import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { ChartOutline } from "../../ui/chart/chart-outline.tsx";
import { WhenSeen } from "../../ui/chart/when-seen.tsx";
import { LazyPlace } from "../../ui/feedback/missing-code.tsx";
import { DashboardPage } from "../features/dashboard/dashboard-page.tsx";
import { LatestNotices } from "../features/notices/latest-notices.tsx";

const HistoryChart = lazyComponent(() => import("../features/activity/history-chart.tsx"));
/** As high as it will be, so that nothing below it moves. */
const height = 260;

export default function HomeScreen() {
  return (
    <DashboardPage
      latestNotices={<LatestNotices count={2} />}
      history={
        <WhenSeen instead={<ChartOutline height={height} isUnseen />}>
          <LazyPlace fallback={<ChartOutline height={height} />}>
            <HistoryChart />
          </LazyPlace>
        </WhenSeen>
      }
    />
  );
}
