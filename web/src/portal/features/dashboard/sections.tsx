import { grouped } from "@fc/contract/amount-text";
import { keysOf } from "@fc/contract/sure";
import { walletField, type Dashboard } from "@fc/contract/dashboard/portal";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { coinsFigure, dollarsText, roundedTogether } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { clockText, useCountdown } from "../../../lib/use-countdown.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { LegBalance } from "./leg-balance.tsx";
import { Day, Tile, Tiles } from "./tiles.tsx";

interface SectionProps {
  /** Undefined while it loads: the page is drawn already, only without figures. */
  data: Dashboard | undefined;
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
const walletTiles = keysOf(walletReports);

/** The specification's tiles in its order: the same for everybody, a new member's zeros included. */
export function AllTiles({ data }: SectionProps) {
  const t = useT();
  const own = useOwnText();
  const balances = data && walletTiles.map((wallet) => data[walletField(wallet)]);
  const rounded = balances && roundedTogether(balances);
  const users = (leg: Dashboard["left"]) =>
    `${grouped(String(leg.users))} / ${grouped(String(leg.activeUsers))}`;
  return (
    <Card>
      <Tiles>
        <Tile label={t("Date of Joining")}>{data && <Day at={data.joiningDate} />}</Tile>
        <Tile label={t("Date of Staking")}>{data && <Day at={data.stakingDate} />}</Tile>
        <Tile label={t("Total Staking (FC)")} to="/stacking-investment">
          {data && <RoundedAmount value={data.totalStaking} />}
        </Tile>
        <Tile label={t("Daily ROS (FC)")}>{data && <RoundedAmount value={data.dailyRos} />}</Tile>
        {walletTiles.map((wallet, at) => (
          <Tile key={wallet} label={`${t(walletKinds[wallet].label)} (FC)`} {...walletReports[wallet]}>
            {balances && <RoundedAmount value={balances[at] ?? 0} rounded={rounded?.[at]} />}
          </Tile>
        ))}
        <Tile
          label={t("Total Wallet (FC)")}
          to="/wallet-report"
          isWide
          hint={
            data &&
            data.deduction > 0 &&
            t("Less a deduction of {amount} FC", { amount: own(coinsFigure(data.deduction)) })
          }
        >
          {data && <RoundedAmount value={data.totalWallet} />}
        </Tile>
        <Tile label={t("Left Users / Active Left Users")} to="/tree-chart">
          {data && users(data.left)}
        </Tile>
        <Tile label={t("Right Users / Active Right Users")} to="/tree-chart">
          {data && users(data.right)}
        </Tile>
        <Tile label={t("Left Business ($)")}>{data && <RoundedAmount value={data.left.business} />}</Tile>
        <Tile label={t("Right Business ($)")}>{data && <RoundedAmount value={data.right.business} />}</Tile>
      </Tiles>
    </Card>
  );
}

/** What tonight's closing would pay for matching, and what the cap leaves. */
export function ClosingSection({ data }: SectionProps) {
  const t = useT();
  const closing = data?.closing;
  const dollars = (usd: number) => <OwnAmount>{dollarsText(usd)}</OwnAmount>;
  return (
    <Card title={t("Today's closing")}>
      <Tiles>
        <Tile label={t("Next closing")}>{closing && <Countdown until={closing.at} />}</Tile>
        <Tile label={t("Pair matching so far")} to="/tonight">
          {closing && (closing.isQualified ? dollars(closing.matching) : t("Not qualified"))}
        </Tile>
        <Tile label={t("Cap of the day")}>{closing && dollars(closing.cap)}</Tile>
        <Tile label={t("Headroom under the cap")} hint={closing && <HeadroomHint closing={closing} />}>
          {closing && dollars(closing.headroom)}
        </Tile>
      </Tiles>
      <LegBalance closing={closing} />
    </Card>
  );
}

function HeadroomHint({ closing: { isQualified, flushed } }: { closing: Dashboard["closing"] }) {
  const t = useT();
  const own = useOwnText();
  if (!isQualified) {
    return t("Qualified by a running stake and an active member you sponsored on each side");
  }
  return (
    flushed > 0 &&
    t("Business beyond the cap, to be flushed: {flushed}", { flushed: own(dollarsText(flushed)) })
  );
}

function Countdown({ until }: { until: string }) {
  return (
    <time dateTime={until} role="timer">
      {clockText(useCountdown(until))}
    </time>
  );
}
