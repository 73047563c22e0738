import {
  compareCoins,
  type CoinComparison,
  type ComparedWallet,
  type WalletDifference,
} from "@fc/contract/deposits/console";
import { differenceKinds } from "@fc/contract/deposits/console-differences";
import { recordOfReference } from "@fc/contract/receipts/reference";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { ShortHex } from "../../../ui/content/short-hex.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { exactText } from "../../../lib/format/exact-text.ts";
import { comparisonsKey, comparisonsQuery } from "./queries.ts";

/** What our wallets hold on the chain against what the ledger expects of them, each difference by its name. */
export default function CoinsPage() {
  const { data, error, refetch } = useQuery(comparisonsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { comparisons, isUnderWay } = data;
  const compared = comparisons.find(({ problem }) => problem === null);
  const [newest] = comparisons;
  return (
    <Stack>
      <CompareCard newest={newest} compared={compared} isUnderWay={isUnderWay} />
      {compared?.wallets.map((wallet) => (
        <WalletCard key={wallet.address} wallet={wallet} />
      ))}
      {comparisons.length > 0 && (
        <Card title="The last comparisons">
          <PlainTable
            label="The last comparisons"
            columns={columns}
            rows={comparisons}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
    </Stack>
  );
}

interface CompareCardProps {
  newest: CoinComparison | undefined;
  compared: CoinComparison | undefined;
  isUnderWay: boolean;
}

function CompareCard({ newest, compared, isUnderWay }: CompareCardProps) {
  const { role } = useOperator();
  const { busy, problem, submit } = useChange(comparisonsKey, () => call(compareCoins));
  const isBusy = busy || isUnderWay;
  return (
    <Card aria-label="Comparison">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">Wallets and ledger</h2>
          <Text c="dimmed">
            {compared
              ? `Compared ${dateTimeText(compared.at, "en")}, and each hour.`
              : "They have not been compared yet. A worker compares them each hour."}
          </Text>
        </div>
        {mayCall(role, compareCoins) && (
          <Button
            variant="default"
            aria-disabled={isBusy}
            mod={{ busy: isBusy }}
            onClick={() => !isBusy && void submit()}
          >
            {isBusy ? "Under way" : "Compare now"}
          </Button>
        )}
      </Group>
      <FormProblem error={problem} />
      {newest && newest.problem !== null && (
        <Note tone="bad">
          The last try, {dateTimeText(newest.at, "en")}, had no answer to rely on: {newest.problem}.
        </Note>
      )}
    </Card>
  );
}

function WalletCard({ wallet }: { wallet: ComparedWallet }) {
  const { address, uses, openingBlock, blockNumber, differences } = wallet;
  const block = (number: number) => number.toLocaleString("en-IN");
  return (
    <Card aria-label={`Wallet ${address}`}>
      <Group justify="space-between" gap="xs 1.5rem">
        <div>
          <h2 className="card-title">
            <ShortHex text={address} copyLabel="Copy the address" />
          </h2>
          {uses.length > 0 && <Text c="dimmed">{uses.join(". ")}.</Text>}
        </div>
        <Outcome wallet={wallet} />
      </Group>
      <Figures>
        <Figure label="On the chain" strong hint={`at block ${block(blockNumber)}`}>
          {exactText(wallet.onChain)} FC
        </Figure>
        <Figure
          label="By the ledger"
          hint={`${exactText(wallet.opening)} FC at the first look, block ${block(openingBlock)}`}
        >
          {exactText(wallet.byLedger)} FC
        </Figure>
        {differences.map((difference) => (
          <Difference key={difference.kind} difference={difference} />
        ))}
        <Figure label="For fees, in the chain's own coin">{exactText(wallet.gas)}</Figure>
      </Figures>
    </Card>
  );
}

function Outcome({ wallet: { unexplained } }: { wallet: ComparedWallet }) {
  return unexplained === "0" ? (
    <StateTag status="A">Every coin is explained</StateTag>
  ) : (
    <StateTag status="R">{exactText(unexplained)} FC unexplained</StateTag>
  );
}

function Difference({ difference: { kind, coins, count, examples } }: { difference: WalletDifference }) {
  const { label, help } = differenceKinds[kind];
  return (
    <Figure
      label={count === 1 ? label : `${label} (${count.toLocaleString("en-IN")})`}
      note={
        <>
          <p>{help}</p>
          {examples.map(({ hash, coins: part, about }) => (
            <div key={`${hash} ${about} ${part}`}>
              {exactText(part)} FC · <About text={about} />
              {hash !== null && (
                <>
                  {" "}
                  · <ShortHex text={hash} copyLabel="Copy the transaction" />
                </>
              )}
            </div>
          ))}
        </>
      }
    >
      {coins.startsWith("-") ? "" : "+"}
      {exactText(coins)} FC
    </Figure>
  );
}

/** A reference leads to its record; anything else is the address at the other end. */
function About({ text }: { text: string }) {
  if (recordOfReference(text)) return <ReferenceLink reference={text} />;
  return <ShortHex text={text} copyLabel="Copy the address" />;
}

const unexplainedOf = ({ wallets }: CoinComparison) =>
  wallets.filter(({ unexplained }) => unexplained !== "0").length;

const columns: readonly Column<CoinComparison>[] = [
  {
    title: "Compared",
    cell: ({ at }) => <Whole>{dateTimeText(at, "en")}</Whole>,
    value: ({ at }) => at,
    inCard: "heading",
  },
  {
    title: "Result",
    cell: (comparison) =>
      comparison.problem !== null
        ? `No answer: ${comparison.problem}`
        : unexplainedOf(comparison) === 0
          ? "Every coin is explained"
          : `Unexplained coins in ${unexplainedOf(comparison)} of ${comparison.wallets.length} wallets`,
    value: (comparison) => comparison.problem ?? unexplainedOf(comparison),
  },
  {
    title: "Begun",
    cell: ({ askedBy }) => (askedBy === null ? "each hour" : `by ${askedBy}`),
    value: ({ askedBy }) => askedBy,
  },
];
