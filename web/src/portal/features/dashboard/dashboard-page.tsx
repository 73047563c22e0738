import type { Dashboard } from "@fc/contract/dashboard/portal";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { Later } from "../../../lib/lazy/later.tsx";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { Checklist } from "./checklist.tsx";
import { Hero } from "./hero.tsx";
import { rememberedView, rememberView, viewOf } from "./home-view.ts";
import { PendingRequests } from "./pending-requests.tsx";
import { dashboardQuery } from "./queries.ts";
import { AllTiles, ClosingSection } from "./sections.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import "./dashboard.css";

const stakesCard = () => import("./stakes-card.tsx");

interface DashboardPageProps {
  latestNotices: ReactNode;
  /** The chart of balance and earnings. */
  history: ReactNode;
}

/** The latest notices and the chart belong to other features; the portal hands them in. */
export function DashboardPage({ latestNotices, history }: DashboardPageProps) {
  const t = useT();
  const { id, lookUntil } = useMember();
  const { data, error, refetch } = useQuery(dashboardQuery(id));
  const [remembered] = useState(() => rememberedView(id));
  const view = data ? viewOf(data) : remembered;
  // Of a member view nothing stays in the operator's browser.
  const stored = data && lookUntil === null ? JSON.stringify(view) : undefined;
  useEffect(() => {
    if (stored !== undefined) rememberView(id, stored);
  }, [id, stored]);

  if (error && !data) {
    return (
      <Page width="wide">
        <Hero data={undefined} view={undefined} />
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      </Page>
    );
  }
  return (
    <Page width="wide">
      <div className="home">
        <Stack gap="sm">
          <Hero data={data} view={view} />
          <AllTiles data={data} />
          {data && data.pendingCount > 0 && (
            <PendingRequests pending={data.pending} count={data.pendingCount} />
          )}
          {data && data.stakes.length > 0 && <Later load={stakesCard} props={{ stakes: data.stakes }} />}
        </Stack>
        {/* What of it belongs on this member's page is not known yet: a guess would have to move. */}
        {view && (
          <Stack gap="sm">
            {view.openSteps.some((name) => name !== view.nextStep) && <Checklist view={view} data={data} />}
            <ClosingSection data={data} />
            {view.hasHistory && (
              <div data-home="history">
                <Card aria-label={t("Balance and earnings")}>
                  <Earned data={data} />
                  {history}
                </Card>
              </div>
            )}
            <Notices>{latestNotices}</Notices>
          </Stack>
        )}
      </div>
    </Page>
  );
}

interface PartProps {
  data: Dashboard | undefined;
}

/** What rewards have brought; what the last closing brought is at the top of the page. */
function Earned({ data }: PartProps) {
  const t = useT();
  return (
    <Tiles>
      <Tile label={t("Earned this month (FC)")}>
        {data && <RoundedAmount value={data.earned.thisMonth} />}
      </Tile>
      <Tile label={t("Earned in all (FC)")}>{data && <RoundedAmount value={data.earned.inAll} />}</Tile>
    </Tiles>
  );
}

function Notices({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <Card>
      <div className="card-header notices-header">
        <h2 className="card-title">{t("Latest notices")}</h2>
        <Link className="link-button small" to="/notice-board">
          {t("Notice Board")}
        </Link>
      </div>
      {children}
    </Card>
  );
}
