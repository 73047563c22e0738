import { DashboardPage } from "../features/dashboard/dashboard-page.tsx";
import { LatestNotices } from "../features/notices/latest-notices.tsx";

export default function HomeScreen() {
  return <DashboardPage latestNotices={<LatestNotices count={3} />} />;
}
