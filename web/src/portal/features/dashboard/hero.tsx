import { inrText } from "@fc/contract/amount-text";
import type { Dashboard } from "@fc/contract/dashboard/portal";
import { Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { coinsFigure, coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import type { IconComponent } from "../../../ui/icons/icons.tsx";
import { LinkIcon, StakeIcon, TransferIcon, WithdrawIcon } from "../../../ui/icons/screen-icons.tsx";
import { HideAmounts, OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";
import { Tile } from "./tiles.tsx";

interface HeroProps {
  /** Undefined while it loads: the page is drawn already, only without figures. */
  data: Dashboard | undefined;
  /** False until there is anything to count: nobody begins with a zero. */
  hasNumber: boolean;
}

/** The member's name, the price, and the one number: what all wallets hold together. */
export function Hero({ data, hasNumber }: HeroProps) {
  const t = useT();
  const member = useMember();
  return (
    <Paper component="section" className="welcome" radius="lg" p={{ base: "md", sm: "lg" }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div style={{ flex: "1 1 16rem", minWidth: 0 }}>
            <Text component="h2" size="lg" fw={650} lh={1.3} style={{ overflowWrap: "anywhere" }}>
              {t("Welcome, {name}", { name: member.name })}
            </Text>
            <Group className="welcome-id" gap={4} mih={44} c="var(--tile-label)">
              <span>
                {t("User ID")}:{" "}
                <Text span c="white" fw={650} className="unit-id">
                  {member.refId}
                </Text>
              </span>
              <CopyButton text={member.refId} label={t("Copy the user ID")} />
            </Group>
          </div>
          <dl className="welcome-price" style={{ margin: 0 }}>
            <Tile label={t("Coin Today For $15")} figure="cost" unit={data?.cost === null ? undefined : "FC"}>
              {data && (data.cost === null ? t("Not set yet") : <RoundedAmount value={data.cost} isPublic />)}
            </Tile>
          </dl>
        </Group>
        {hasNumber && (
          <Stack gap="lg" data-home="number">
            <Total data={data} />
            <Acts />
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function Total({ data }: { data: Dashboard | undefined }) {
  const t = useT();
  const own = useOwnText();
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <dl className="total" style={{ margin: 0, flex: 1, minWidth: 0 }}>
        <Tile
          label={t("Total Wallet (FC)")}
          to="/wallet-report"
          isLarge
          figure="totalWallet"
          hint={
            <>
              <Worth data={data} />
              {data && data.deduction > 0 && (
                <Text span size="sm" display="block">
                  {t("Less a deduction of {amount} FC", { amount: own(coinsFigure(data.deduction)) })}
                </Text>
              )}
            </>
          }
        >
          {data && <RoundedAmount value={data.totalWallet} />}
        </Tile>
      </dl>
      {/* On a wide screen it is in the bar above. */}
      <span className="narrow-only">
        <HideAmounts />
      </span>
    </Group>
  );
}

/** About what the total is worth, and how it changed today. Two lines, also while they load. */
function Worth({ data }: { data: Dashboard | undefined }) {
  const t = useT();
  const own = useOwnText();
  if (!data)
    return (
      <Text span size="sm" display="block" style={{ whiteSpace: "pre" }}>
        {" \n "}
      </Text>
    );
  const { worth, changeToday, totalWallet } = data;
  return (
    <>
      <Text span size="sm" display="block" c="white">
        {worth ? (
          <OwnAmount>{`≈ ${about(worth.usd, dollarsText)} · ${about(worth.inr, rupeesText)}`}</OwnAmount>
        ) : (
          t("No price is set yet")
        )}
      </Text>
      <Text span size="sm" display="block">
        {changeToday === 0
          ? t("No change today")
          : t("{change} today", { change: own(changeText(changeToday, totalWallet)) })}
      </Text>
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

/** +1,234 FC (+0.5 %); without a share where there was nothing before. */
function changeText(change: number, now: number): string {
  const sign = change < 0 ? "−" : "+";
  const coins = `${sign}${coinsText(Math.abs(Math.abs(change) < 1 ? change : Math.round(change)))}`;
  const before = now - change;
  if (before <= 0) return coins;
  const share = Math.abs(change / before).toLocaleString("en-IN", {
    style: "percent",
    maximumFractionDigits: 2,
  });
  return `${coins} (${sign}${share})`;
}

const acts: readonly { label: string; to: string; icon: IconComponent }[] = [
  { label: msg("Stake"), to: "/stacking", icon: StakeIcon },
  { label: msg("Withdraw"), to: "/withdraw", icon: WithdrawIcon },
  { label: msg("Transfer"), to: "/transfer-wallet", icon: TransferIcon },
  { label: msg("Invite"), to: "/referral-link", icon: LinkIcon },
];

/** What members do most. */
function Acts() {
  const t = useT();
  return (
    <SimpleGrid cols={4} spacing="xs" maw="26rem">
      {acts.map(({ label, to, icon: Icon }) => (
        <UnstyledButton key={to} component={Link} to={to} c="white" ta="center">
          <ThemeIcon size={56} radius="xl" color="rgb(255 255 255 / 16%)" mx="auto" mb={6}>
            <Icon />
          </ThemeIcon>
          <Text size="sm" fw={500} lh={1.3}>
            {t(label)}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
