import { walletField, type Dashboard } from "@fc/contract/dashboard/portal";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import type { ReactNode } from "react";
import { dollarsText, roundedTogether } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { clockText, useCountdown } from "../../../lib/use-countdown.ts";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { Fold } from "./fold.tsx";
import type { SectionName } from "./home-view.ts";
import { LegBalance } from "./leg-balance.tsx";
import { Day, Tile, Tiles } from "./tiles.tsx";

interface SectionProps {
  /** Undefined while it loads: the page is drawn already, only without figures. */
  data: Dashboard | undefined;
}

const titles: Readonly<Record<SectionName, string>> = {
  wallets: msg("Wallets"),
  staking: msg("Staking"),
  team: msg("Team"),
  closing: msg("Today's closing"),
};

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useT();
  return (
    <Fold name={name} title={t(titles[name])}>
      {children}
    </Fold>
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

/** Their total is the page's one number, and stands here where the page does not begin with it. */
export function WalletSection({ data, withTotal }: SectionProps & { withTotal: boolean }) {
  const t = useT();
  const balances = data && walletTiles.map((wallet) => data[walletField(wallet)]);
  const rounded = balances && roundedTogether(balances);
  return (
    <Section name="wallets">
      <Tiles>
        {walletTiles.map((wallet, at) => (
          <Tile key={wallet} label={`${t(walletKinds[wallet].label)} (FC)`} {...walletReports[wallet]}>
            {balances && <RoundedAmount value={balances[at] ?? 0} rounded={rounded?.[at]} />}
          </Tile>
        ))}
        {withTotal && (
          <Tile label={t("Total Wallet (FC)")} to="/wallet-report">
            {data && <RoundedAmount value={data.totalWallet} />}
          </Tile>
        )}
      </Tiles>
    </Section>
  );
}

export function StakingSection({ data }: SectionProps) {
  const t = useT();
  return (
    <Section name="staking">
      <Tiles>
        <Tile label={t("Total Staking (FC)")} to="/stacking-investment">
          {data && <RoundedAmount value={data.totalStaking} />}
        </Tile>
        <Tile label={t("Daily ROS (FC)")}>{data && <RoundedAmount value={data.dailyRos} />}</Tile>
        <Tile label={t("Date of Staking")}>{data && <Day at={data.stakingDate} />}</Tile>
        <Tile label={t("Date of Joining")}>{data && <Day at={data.joiningDate} />}</Tile>
      </Tiles>
    </Section>
  );
}

export function TeamSection({ data }: SectionProps) {
  const t = useT();
  const users = (leg: Dashboard["left"]) =>
    `${leg.users.toLocaleString("en-IN")} / ${leg.activeUsers.toLocaleString("en-IN")}`;
  return (
    <Section name="team">
      <Tiles>
        <Tile label={t("Left Users / Active Left Users")} to="/tree-chart">
          {data && users(data.left)}
        </Tile>
        <Tile label={t("Right Users / Active Right Users")} to="/tree-chart">
          {data && users(data.right)}
        </Tile>
        <Tile label={t("Left Business ($)")}>{data && <RoundedAmount value={data.left.business} />}</Tile>
        <Tile label={t("Right Business ($)")}>{data && <RoundedAmount value={data.right.business} />}</Tile>
      </Tiles>
      <LegBalance closing={data?.closing} />
    </Section>
  );
}

/** What tonight's closing would pay for matching, and what the cap leaves. */
export function ClosingSection({ data }: SectionProps) {
  const t = useT();
  const closing = data?.closing;
  const dollars = (usd: number) => <OwnAmount>{dollarsText(usd)}</OwnAmount>;
  return (
    <Section name="closing">
      <Tiles>
        <Tile label={t("Next closing")} hint={t("At midnight, India's time")}>
          {closing && <Countdown until={closing.at} />}
        </Tile>
        <Tile label={t("Pair matching so far")} to="/tonight">
          {closing && (closing.isQualified ? dollars(closing.matching) : t("Not qualified"))}
        </Tile>
        <Tile label={t("Cap of the day")}>{closing && dollars(closing.cap)}</Tile>
        <Tile label={t("Headroom under the cap")} hint={closing && <HeadroomHint closing={closing} />}>
          {closing && dollars(closing.headroom)}
        </Tile>
      </Tiles>
    </Section>
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
