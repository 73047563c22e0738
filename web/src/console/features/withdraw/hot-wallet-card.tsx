import { pauseHotWallet, releaseHotWallet, type HotWallet } from "@fc/contract/withdraw/console-payouts";
import { Button, Flex, Group, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { hotWalletQuery, payoutsKey } from "./payout-queries.ts";

/** The wallet that pays: what it holds, how long that lasts, and whether it is stopped. */
export function HotWalletCard() {
  const { data, error, refetch } = useQuery(hotWalletQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Card title="Hot wallet">
      {data.wallet ? (
        <Wallet wallet={data.wallet} />
      ) : (
        <Text c="dimmed">
          {data.isChainSet
            ? "The worker that signs has not looked at its wallet yet. It does so within a minute of its start."
            : "No chain is set: withdrawals are paid by hand."}
        </Text>
      )}
    </Card>
  );
}

function Wallet({ wallet }: { wallet: HotWallet }) {
  const { address, coins, gas, lookedAt, lastsDays, paused, halted } = wallet;
  return (
    <>
      {halted && (
        <Note tone="bad">
          <p>
            It stopped itself on {dateTimeText(halted.at, "en")}. {halted.reason}.
          </p>
        </Note>
      )}
      {wallet.signingProblem !== null && (
        <Note tone="bad">
          <p>No payout is signed. {wallet.signingProblem}.</p>
        </Note>
      )}
      {paused && (
        <Note tone="bad">
          <p>
            {paused.by} paused it on {dateTimeText(paused.at, "en")}: {paused.reason}
          </p>
        </Note>
      )}
      <Flex align="center" gap={4}>
        <span className="unit-id" style={{ overflowWrap: "anywhere" }}>
          {address}
        </span>
        <CopyButton text={address} label="Copy the address" />
      </Flex>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="2.5rem" verticalSpacing="xs">
        <Figures>
          <Figure
            label="Coins"
            strong
            hint={lookedAt === null ? undefined : `on ${dateTimeText(lookedAt, "en")}`}
          >
            {coins === null ? "–" : coinsText(coins)}
          </Figure>
          <Figure label="For fees, in the chain's own coin">{gas ?? "–"}</Figure>
          <Figure label="Lasts" hint="at the last week's pace">
            {lastsDays === null ? "–" : daysText(lastsDays)}
          </Figure>
        </Figures>
        <Figures>
          <Figure label="Paid out today" hint={`of ${coinsText(wallet.dayLimitFc)} a day`}>
            {coinsText(wallet.todayFc)}
          </Figure>
          <Figure label="Waiting">{coinsText(wallet.waitingFc)}</Figure>
          <Figure label="Under way">{coinsText(wallet.underWayFc)}</Figure>
        </Figures>
      </SimpleGrid>
      <WalletActions isPaused={paused !== null} />
    </>
  );
}

/** One week says nothing about what comes after months. */
const longestNamedDays = 90;

function daysText(days: number): string {
  if (days > longestNamedDays) return `more than ${longestNamedDays} days`;
  return `${days} ${days === 1 ? "day" : "days"}`;
}

function WalletActions({ isPaused }: { isPaused: boolean }) {
  const { role } = useOperator();
  const [isAsking, setIsAsking] = useState(false);
  const act = useAction(payoutsKey);
  if (!mayCall(role, pauseHotWallet)) return null;
  const given = (reason: string) => {
    setIsAsking(false);
    void act(async () => {
      await call(isPaused ? releaseHotWallet : pauseHotWallet, { body: { reason } });
      return isPaused ? "Proposed. Another operator confirms it" : "Paused. Nothing more is sent";
    });
  };
  return (
    <Group>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {isPaused ? "Propose to release it" : "Pause"}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={isPaused ? "Let the hot wallet pay again" : "Pause the hot wallet"}
          label="Reason"
          action={isPaused ? "Propose" : "Pause"}
          onClose={() => setIsAsking(false)}
          onGiven={given}
        >
          <p>
            {isPaused
              ? "Another operator has to confirm it before anything is sent."
              : "Nothing more is signed or sent from now on. What is on the chain already goes on. Two operators release it."}
          </p>
        </ReasonDialog>
      )}
    </Group>
  );
}
