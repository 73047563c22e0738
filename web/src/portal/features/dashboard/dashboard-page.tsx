import type { Dashboard } from "@fc/contract/dashboard/portal";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { Checklist } from "./checklist.tsx";
import { FoldsContext } from "./fold.tsx";
import { Hero } from "./hero.tsx";
import {
  rememberChoices,
  rememberedView,
  rememberView,
  sectionChoices,
  sectionNames,
  viewOf,
  type HomeView,
  type SectionName,
} from "./home-view.ts";
import { PendingRequests } from "./pending-requests.tsx";
import { dashboardQuery } from "./queries.ts";
import { ClosingSection, StakingSection, TeamSection, WalletSection } from "./sections.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import "./dashboard.css";

interface DashboardPageProps {
  latestNotices: ReactNode;
  /** The chart of balance and earnings. */
  history: ReactNode;
}

/** The latest notices and the chart belong to other features; the portal hands them in. */
export function DashboardPage({ latestNotices, history }: DashboardPageProps) {
  const { id, lookUntil } = useMember();
  const { data, error, refetch } = useQuery(dashboardQuery(id));
  const [choices, setChoices] = useState(sectionChoices);
  const [remembered] = useState(() => rememberedView(id));
  const view = data ? viewOf(data, choices) : remembered;
  // Of a member view nothing stays in the operator's browser.
  const stored = data && lookUntil === null ? JSON.stringify(view) : undefined;
  useEffect(() => {
    if (stored !== undefined) rememberView(id, JSON.parse(stored) as HomeView);
  }, [id, stored]);

  if (error && !data) {
    return (
      <Page width="wide">
        <Hero data={undefined} hasNumber={false} />
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      </Page>
    );
  }
  if (!view) {
    // What belongs on this member's page is not known yet: a guess would have to move.
    return (
      <Page width="wide">
        <Hero data={undefined} hasNumber={false} />
        <Skeleton h="24rem" radius="lg" />
      </Page>
    );
  }
  const toggle = (toggled: SectionName) => {
    const isOpen = (name: SectionName) => view.closed.includes(name) === (name === toggled);
    const chosen = Object.fromEntries(sectionNames.map((name) => [name, isOpen(name)]));
    setChoices(chosen);
    rememberChoices(chosen);
  };
  const checklist = view.openSteps.length > 0 && (
    <Checklist view={view} isStakeRequested={data?.pending.some(({ kind }) => kind === "staking") ?? false} />
  );
  return (
    <Page width="wide">
      <FoldsContext value={{ closed: view.closed, toggle }}>
        <div className="home">
          <Stack gap="md">
            <Hero data={data} hasNumber={view.hasNumber} />
            {view.isFirstRun && checklist}
            {view.hasNumber && <Earned data={data} />}
            {!view.isFirstRun && checklist}
            <WalletSection data={data} withTotal={!view.hasNumber} />
            {view.hasNumber && <div data-home="number">{history}</div>}
            {data && data.pendingCount > 0 && (
              <PendingRequests pending={data.pending} count={data.pendingCount} />
            )}
          </Stack>
          <Stack gap="md">
            <StakingSection data={data} />
            <TeamSection data={data} />
            <ClosingSection data={data} />
            <Notices>{latestNotices}</Notices>
          </Stack>
        </div>
      </FoldsContext>
    </Page>
  );
}

interface PartProps {
  data: Dashboard | undefined;
}

/** What rewards have brought. */
function Earned({ data }: PartProps) {
  const t = useT();
  return (
    <div data-home="number">
      <Card>
        <Stack gap="xs">
          <Tiles inLines>
            <Tile label={t("Earned today (FC)")}>{data && <RoundedAmount value={data.earned.today} />}</Tile>
            <Tile label={t("Earned this month (FC)")}>
              {data && <RoundedAmount value={data.earned.thisMonth} />}
            </Tile>
            <Tile label={t("Earned in all (FC)")}>{data && <RoundedAmount value={data.earned.inAll} />}</Tile>
          </Tiles>
          <Text size="sm" c="dimmed">
            {t("The closing at midnight counts for the day that begins then.")}
          </Text>
        </Stack>
      </Card>
    </div>
  );
}

function Notices({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <Card>
      <div className="card-header">
        <h2 className="card-title">{t("Latest notices")}</h2>
        <Link className="link-button small" to="/notice-board">
          {t("Notice Board")}
        </Link>
      </div>
      {children}
    </Card>
  );
}
