import { inrText } from "@fc/contract/amount-text";
import type { Dashboard } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT, type Translate } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import type { IconComponent } from "../../../ui/icons/icons.tsx";
import { LinkIcon, StakeIcon, TransferIcon, WithdrawIcon } from "../../../ui/icons/screen-icons.tsx";
import { HideAmounts, OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { NextStep } from "./checklist.tsx";
import type { HomeView } from "./home-view.ts";
import { Tile } from "./tiles.tsx";
import "./hero.css";

interface HeroProps {
  /** Undefined while it loads: the page is drawn already, only without figures. */
  data: Dashboard | undefined;
  /** Undefined until it is known what belongs on this member's page. */
  view: HomeView | undefined;
}

/** The one number, what all wallets hold together; then who is welcome, the price and what to do next. */
export function Hero({ data, view }: HeroProps) {
  const t = useT();
  const member = useMember();
  return (
    <section className="welcome">
      <Total data={data} />
      <Acts />
      <div className="welcome-lines">
        <div className="welcome-member">
          <h2 className="welcome-name">{t("Welcome, {name}", { name: member.name })}</h2>
          <div className="welcome-id">
            <VisuallyHidden component="span">{t("User ID")}: </VisuallyHidden>
            <strong className="unit-id">{member.refId}</strong>
            <CopyButton text={member.refId} label={t("Copy the user ID")} />
          </div>
        </div>
        <dl className="welcome-price">
          <Tile label={t("Coin Today For $15")} figure="cost" unit={data?.cost === null ? undefined : "FC"}>
            {data && (data.cost === null ? t("Not set yet") : <RoundedAmount value={data.cost} isPublic />)}
          </Tile>
        </dl>
      </div>
      <NextStep view={view} />
    </section>
  );
}

function Total({ data }: { data: Dashboard | undefined }) {
  const t = useT();
  return (
    <div className="welcome-total">
      <dl className="total">
        <Tile label={t("Total Wallet")} isLarge figure="totalWallet" unit="FC" hint={<Worth data={data} />}>
          {data && <RoundedAmount value={data.totalWallet} />}
        </Tile>
      </dl>
      {/* On a wide screen it is in the bar above. */}
      <span className="narrow-only">
        <HideAmounts />
      </span>
    </div>
  );
}

/**
 * About what the total is worth, and what the last closing brought. What the member moved stands apart, so that an own
 * withdrawal does not look like a loss: each has a line. Two lines are kept free while they load.
 */
function Worth({ data }: { data: Dashboard | undefined }) {
  const t = useT();
  const { i18n } = useLingui();
  const own = useOwnText();
  if (!data)
    return (
      <Text span size="sm" display="block" style={{ whiteSpace: "pre" }}>
        {" \n "}
      </Text>
    );
  const { worth, earned, movedToday } = data;
  const changes = [
    earned.lastClosing &&
      t("Last closing ({day}): {amount}", {
        day: dayText(earned.lastClosing.day, i18n.locale),
        amount: own(signedText(earned.lastClosing.amount)),
      }),
    movedToday !== 0 && t("Moved today: {amount}", { amount: own(signedText(movedToday)) }),
  ].filter((text) => typeof text === "string");
  return (
    <>
      <Text span size="sm" display="block" c="white">
        {worth ? (
          <OwnAmount>{`≈ ${about(worth.usd, dollarsText)} · ${about(worth.inr, rupeesText)}`}</OwnAmount>
        ) : (
          t("No price is set yet")
        )}
      </Text>
      {(changes.length === 0 ? [t("No change today")] : changes).map((change) => (
        <Text key={change} span size="sm" display="block">
          {change}
        </Text>
      ))}
    </>
  );
}

/** The fraction of what is worth a hundred or more says nothing. */
function about(worth: number, text: (worth: number) => string): string {
  return text(Math.abs(worth) < 100 ? worth : Math.round(worth));
}

function rupeesText(inr: number): string {
  return inrText(BigInt(Math.round(inr * 100)));
}

/** +1,234 FC */
function signedText(change: number): string {
  const size = Math.abs(change);
  const coins = coinsText(size < 1 ? size : Math.round(size));
  return change === 0 ? coins : `${change < 0 ? "−" : "+"}${coins}`;
}

const acts: readonly { label: (t: Translate) => string; to: string; icon: IconComponent }[] = [
  { label: (t) => t("Stake"), to: "/stacking", icon: StakeIcon },
  {
    label: (t) => t("Withdraw (button)", {}, { message: "Withdraw" }),
    to: "/withdraw",
    icon: WithdrawIcon,
  },
  { label: (t) => t("Transfer"), to: "/transfer-wallet", icon: TransferIcon },
  { label: (t) => t("Invite"), to: "/referral-link", icon: LinkIcon },
];

/** What members do most. */
function Acts() {
  const t = useT();
  return (
    <nav className="acts" aria-label={t("What members do most")}>
      {acts.map(({ label, to, icon: Icon }) => (
        <Link key={to} to={to} className="act">
          <span className="act-icon">
            <Icon />
          </span>
          {label(t)}
        </Link>
      ))}
    </nav>
  );
}
