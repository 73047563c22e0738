import { walletField, type Dashboard } from "@fc/contract/dashboard/portal";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { coinsFigure, dollarsText, roundedTogether } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { clockText, useCountdown } from "../../../lib/use-countdown.ts";
import { Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { BalanceChart } from "./balance-chart.tsx";
import { NextSteps, PendingRequests } from "./cards.tsx";
import { LegBalance } from "./leg-balance.tsx";
import { dashboardQuery } from "./queries.ts";
import { Day, Tile, Tiles } from "./tiles.tsx";
import "./dashboard.css";
import "./welcome.css";

/** The latest notices belong to another feature; the portal hands them in. */
export function DashboardPage({ latestNotices }: { latestNotices: ReactNode }) {
  const t = useT();
  const { data, error, refetch } = useQuery(dashboardQuery(useMember().id));
  if (error && !data) {
    return (
      <Page>
        <Welcome data={undefined} />
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      </Page>
    );
  }
  return (
    <Page>
      <Welcome data={data} />
      <WalletTiles data={data} />
      <StakingTiles data={data} />
      <TeamTiles data={data} />
      <ClosingTiles data={data} />
      <div className="dashboard-grid">
        <section className="card stack">
          <div className="card-header">
            <h2 className="card-title">{t("Latest notices")}</h2>
            <Link className="link-button small" to="/notice-board">
              {t("Notice Board")}
            </Link>
          </div>
          {latestNotices}
        </section>
        <div className="stack">
          {data && <NextSteps done={data.done} />}
          {data && <PendingRequests pending={data.pending} count={data.pendingCount} />}
        </div>
      </div>
    </Page>
  );
}

interface DashboardPartProps {
  /** Undefined while it loads: the page is drawn already, only without figures. */
  data: Dashboard | undefined;
}

/** The member's name, the price, and the sum of all wallets. */
function Welcome({ data }: DashboardPartProps) {
  const t = useT();
  const member = useMember();
  return (
    <section className="welcome">
      <div className="welcome-text">
        <h2>{t("Welcome, {name}", { name: member.name })}</h2>
        <p className="welcome-id">
          <span>
            {t("User ID")}: <strong className="unit-id">{member.refId}</strong>
          </span>
          <CopyButton text={member.refId} label={t("Copy the user ID")} />
        </p>
      </div>
      <dl className="welcome-price">
        <Tile label={t("Coin Today For $15")} unit="FC">
          {data && (data.cost === null ? t("Not set yet") : <RoundedAmount value={data.cost} />)}
        </Tile>
      </dl>
      <BalanceChart history={data?.history} />
    </section>
  );
}

/**
 * For each wallet the report whose lines add up to its balance. The Transfer Wallet Report has only what was sent to
 * other members. The tiles have the order of this table, which is the specification's.
 */
const walletReports: Readonly<Record<Wallet, { to: string; search?: { wallet: Wallet } }>> = {
  staking: { to: "/stacking-wallet-report" },
  earning: { to: "/earning-report" },
  transfer: { to: "/wallet-report", search: { wallet: "transfer" } },
  offer: { to: "/offers-report" },
};
const walletTiles = Object.keys(walletReports) as Wallet[];

function WalletTiles({ data }: DashboardPartProps) {
  const t = useT();
  const balances = data && walletTiles.map((wallet) => data[walletField(wallet)]);
  const rounded = balances && roundedTogether(balances);
  return (
    <Tiles title={t("Wallets")}>
      {walletTiles.map((wallet, at) => (
        <Tile key={wallet} label={`${t(walletKinds[wallet].label)} (FC)`} {...walletReports[wallet]}>
          {balances && <RoundedAmount value={balances[at] ?? 0} rounded={rounded?.[at]} />}
        </Tile>
      ))}
      <Tile
        label={t("Total Wallet (FC)")}
        to="/wallet-report"
        strong
        hint={
          data &&
          data.deduction > 0 &&
          t("Less a deduction of {amount} FC", { amount: coinsFigure(data.deduction) })
        }
      >
        {data && <RoundedAmount value={data.totalWallet} />}
      </Tile>
    </Tiles>
  );
}

function StakingTiles({ data }: DashboardPartProps) {
  const t = useT();
  return (
    <Tiles title={t("Staking")}>
      <Tile label={t("Total Staking (FC)")} to="/stacking-investment">
        {data && <RoundedAmount value={data.totalStaking} />}
      </Tile>
      <Tile label={t("Daily ROS (FC)")}>{data && <RoundedAmount value={data.dailyRos} />}</Tile>
      <Tile label={t("Date of Staking")}>{data && <Day at={data.stakingDate} />}</Tile>
      <Tile label={t("Date of Joining")}>{data && <Day at={data.joiningDate} />}</Tile>
    </Tiles>
  );
}

/** What tonight's closing would pay for matching, and what the cap leaves. */
function ClosingTiles({ data }: DashboardPartProps) {
  const t = useT();
  const closing = data?.closing;
  return (
    <Tiles title={t("Today's closing")}>
      <Tile label={t("Next closing")} hint={t("At midnight, India's time")}>
        {closing && <Countdown until={closing.at} />}
      </Tile>
      <Tile label={t("Pair matching so far")}>
        {closing && (closing.isQualified ? dollarsText(closing.matching) : t("Not qualified"))}
      </Tile>
      <Tile label={t("Cap of the day")}>{closing && dollarsText(closing.cap)}</Tile>
      <Tile label={t("Headroom under the cap")} hint={closing && <HeadroomHint closing={closing} />}>
        {closing && dollarsText(closing.headroom)}
      </Tile>
    </Tiles>
  );
}

function HeadroomHint({ closing: { isQualified, flushed } }: { closing: Dashboard["closing"] }) {
  const t = useT();
  if (!isQualified) {
    return t("Qualified by a running stake and an active member you sponsored on each side");
  }
  return (
    flushed > 0 && t("Business beyond the cap, to be flushed: {flushed}", { flushed: dollarsText(flushed) })
  );
}

function Countdown({ until }: { until: string }) {
  return (
    <time className="countdown" dateTime={until} role="timer">
      {clockText(useCountdown(until))}
    </time>
  );
}

function TeamTiles({ data }: DashboardPartProps) {
  const t = useT();
  const users = (leg: Dashboard["left"]) =>
    `${leg.users.toLocaleString("en-IN")} / ${leg.activeUsers.toLocaleString("en-IN")}`;
  return (
    <Tiles title={t("Team")} below={<LegBalance closing={data?.closing} />}>
      <Tile label={t("Left Users / Active Left Users")}>{data && users(data.left)}</Tile>
      <Tile label={t("Right Users / Active Right Users")}>{data && users(data.right)}</Tile>
      <Tile label={t("Left Business ($)")}>{data && <RoundedAmount value={data.left.business} />}</Tile>
      <Tile label={t("Right Business ($)")}>{data && <RoundedAmount value={data.right.business} />}</Tile>
    </Tiles>
  );
}
