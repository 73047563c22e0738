import { noUsdCents } from "@fc/contract/units";
import { Flex, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { operatorRights, type OperatorAccess, type OperatorRole } from "@fc/contract/operator-access";
import { usdText } from "@fc/contract/amount-text";
import { consoleToday, type Today, type WaitingRequests } from "@fc/contract/today/console";
import { usdCentsFromWire } from "@fc/contract/money";
import { sizeText } from "@fc/contract/size-text";
import { percentText } from "@fc/contract/plan/difference";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ageText } from "../../../lib/format/age-text.ts";
import { coinsText, shortCoins } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Late } from "../../../ui/queue/queue.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { Alerts } from "./alerts.tsx";
import { FirstDay } from "./first-day.tsx";

const todayQuery = queryOptions({
  queryKey: ["console-today"],
  queryFn: async () => (await call(consoleToday)).data,
  placeholderData: keepPreviousData,
  refetchInterval: 30_000,
});

type QueueName = keyof Today["queues"];

interface Queue {
  /** What the tile counts together. */
  names: readonly QueueName[];
  label: string;
  to: string;
  search?: Record<string, string>;
  /** Who works on it; everybody reads it unless it says so. */
  access?: OperatorAccess;
}

const queues: readonly Queue[] = [
  { names: ["staking"], label: "Staking requests", to: "/staking-requests" },
  { names: ["withdrawals"], label: "Withdrawals", to: "/withdrawals" },
  { names: ["support"], label: "Support messages", to: "/support" },
  { names: ["kyc"], label: "KYC", to: "/kyc", access: operatorRights.reviewKyc },
  // The same name and count as in the navigation. Its page says on which pages the others are decided.
  {
    names: ["proposals", "adjustments", "corrections", "funding"],
    label: "Second person",
    to: "/waiting",
  },
  { names: ["frozen"], label: "Frozen accounts", to: "/members", search: { status: "frozen" } },
];

/** The first page of the console shows what waits, how the accounts stand and what has failed. */
export default function TodayPage() {
  const narrow = useNarrow();
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(todayQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const tiles = queues.filter(isFor(role));
  return (
    <Stack gap="1.5rem">
      {data.arrivalWaits && <ArrivalNote />}
      <Alerts alerts={data.alerts} />
      {data.firstDay && <FirstDay done={data.firstDay} />}
      <SimpleGrid
        // No tile is left over in a line of its own.
        cols={narrow ? 1 : { base: 3, lg: tiles.length }}
        spacing="md"
        verticalSpacing={narrow ? "xs" : "md"}
        renderRoot={(props) => <ul {...props} aria-label="What waits" />}
        className="plain-list"
      >
        {tiles.map((queue) => (
          <li key={queue.label}>
            <QueueTile
              {...queue}
              isLine={narrow}
              waiting={together(queue.names.map((name) => data.queues[name]))}
            />
          </li>
        ))}
      </SimpleGrid>
      <SimpleGrid minColWidth="min(24rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
        <Card title="Pool, price and backup">
          <House today={data} />
        </Card>
        <Card title="The last 30 days">
          <Growth days={data.days} />
        </Card>
      </SimpleGrid>
    </Stack>
  );
}

// The router knows the portal's addresses only, so the console's are texts.
const arrivalPage: string = "/arrival";

function ArrivalNote() {
  return (
    <Note>
      <p>
        A company has moved in, and its members stay out until a second admin opens it.{" "}
        <Link to={arrivalPage}>Look at what was imported</Link>
      </p>
    </Note>
  );
}

const isFor =
  (role: OperatorRole) =>
  ({ access }: Queue) =>
    access === undefined || access.operators.includes(role);

function together(all: readonly WaitingRequests[]): WaitingRequests {
  const sumOf = (key: "count" | "late") => all.reduce((sum, each) => sum + each[key], 0);
  const moments = all.flatMap(({ oldestAt }) => oldestAt ?? []);
  return {
    count: sumOf("count"),
    late: sumOf("late"),
    oldestAt: moments.toSorted()[0] ?? null,
    promisedHours: all[0]?.promisedHours ?? null,
  };
}

interface QueueTileProps extends Omit<Queue, "names"> {
  waiting: WaitingRequests;
  /** On a phone a line: the words, and the figure at their end. */
  isLine: boolean;
}

function QueueTile({ label, to, search, waiting, isLine }: QueueTileProps) {
  const { count, late, oldestAt, promisedHours } = waiting;
  return (
    <Paper
      renderRoot={(props) => <Link {...props} to={to} {...(search && { search })} />}
      className="card"
      h="100%"
      px="md"
      py={isLine ? "sm" : "md"}
      c="inherit"
      td="none"
    >
      <Flex
        direction={isLine ? "row-reverse" : "column"}
        align={isLine ? "center" : "stretch"}
        justify={isLine ? "space-between" : "flex-start"}
        gap={isLine ? "md" : 2}
      >
        <Text
          span
          fz={isLine ? "1.625rem" : "2rem"}
          lh={1.2}
          fw={600}
          c={late > 0 ? "var(--fc-bad-text)" : "inherit"}
        >
          {count.toLocaleString("en-IN")}
        </Text>
        <div>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed">
            {oldestAt === null
              ? "Nothing waits"
              : `Oldest ${ageText(oldestAt).replaceAll(" ", "\u00A0")}${ofPromise(promisedHours)}`}
          </Text>
          {late > 0 && <Late>{late.toLocaleString("en-IN")} late</Late>}
        </div>
      </Flex>
    </Paper>
  );
}

// A figure stays with its unit.
const ofPromise = (hours: number | null) => (hours === null ? "" : ` of ${hours}\u00A0h promised`);

function House({ today }: { today: Today }) {
  const { pool, lastClosing, nextClosing, price, lastBackup, coins, release } = today;
  return (
    <Figures>
      <Figure label="In the pool" strong>
        {coinsText(pool.balance)}
      </Figure>
      <Figure label="Members hold" note="wallets, stakes and waiting withdrawals">
        {coinsText(pool.owed)}
      </Figure>
      <Figure
        label="Last closing"
        note={
          lastClosing ? `${coinsText(lastClosing.paid)} paid of ${coinsText(lastClosing.due)}` : undefined
        }
      >
        {lastClosing
          ? `${dayText(lastClosing.day, "en")} · ${percentText(lastClosing.coverage)} covered`
          : "None yet"}
      </Figure>
      <Figure label="Next closing">
        {nextClosing
          ? nextClosing.missedDays > 0
            ? "Due now"
            : dateTimeText(nextClosing.dueAt, "en")
          : "Not begun"}
      </Figure>
      <Figure label="Price" note={price ? `since ${dateTimeText(price.since, "en")}` : undefined}>
        {price ? `${coinsText(price.fcFor15Usd)} for $15 · ₹${price.inrPerUsd} a dollar` : "None is set"}
      </Figure>
      <Figure
        label="Last backup"
        note={lastBackup ? `${sizeText(lastBackup.bytes)} on ${lastBackup.host}` : undefined}
      >
        {lastBackup ? `${ageText(lastBackup.at)} ago` : "None yet"}
      </Figure>
      {coins && <CoinsOnChain coins={coins} />}
      <Figure
        label={<Link to={versionPage}>Version</Link>}
        note={
          release.differentNodes > 0 ? (
            <Text span inherit c="var(--fc-bad-text)">
              {release.differentNodes === 1 ? "One node runs" : `${release.differentNodes} nodes run`} another
              one
            </Text>
          ) : undefined
        }
      >
        {release.version}
      </Figure>
    </Figures>
  );
}

const versionPage: string = "/version";
const coinPages: Record<"compared" | "deposits", string> = { compared: "/coins", deposits: "/deposits" };

function CoinsOnChain({ coins }: { coins: NonNullable<Today["coins"]> }) {
  const { comparedAt, unexplainedWallets, depositsWithoutRequest } = coins;
  const result =
    comparedAt === null
      ? "Not compared yet"
      : unexplainedWallets === 0
        ? "Every coin is explained"
        : `Unexplained in ${unexplainedWallets} ${unexplainedWallets === 1 ? "wallet" : "wallets"}`;
  return (
    <>
      <Figure
        label={<Link to={coinPages.compared}>Coins on the chain</Link>}
        note={comparedAt === null ? undefined : `compared ${ageText(comparedAt)} ago`}
      >
        {result}
      </Figure>
      <Figure label={<Link to={coinPages.deposits}>Deposits without a request</Link>}>
        {depositsWithoutRequest.toLocaleString("en-IN")}
      </Figure>
    </>
  );
}

function Growth({ days }: { days: Today["days"] }) {
  const points = days.map(({ day }) => dayText(day, "en"));
  return (
    <>
      <DailyBars
        label="New members"
        points={points}
        values={days.map(({ members }) => members)}
        text={(count) => count.toLocaleString("en-IN")}
      />
      <DailyBars
        label="New stakes"
        points={points}
        values={days.map(({ stakedUsd }) => stakedUsd)}
        text={(usd) => usdText(usdCentsFromWire(usd) ?? noUsdCents)}
      />
    </>
  );
}

interface DailyBarsProps {
  label: string;
  points: readonly string[];
  values: readonly number[];
  text: (value: number) => string;
}

function DailyBars({ label, points, values, text }: DailyBarsProps) {
  return (
    <Chart
      label={label}
      summary={`${label}. At most ${text(Math.max(...values))}; last ${points.at(-1)}: ${text(values.at(-1) ?? 0)}`}
      points={points}
      series={[{ label, colour: "brand", shape: "bars", values }]}
      text={text}
      scaleText={shortCoins}
      tableHeading="Day"
    />
  );
}
