import type {
  MemberReceipt,
  MemberSignIn,
  MemberStakingRequest,
  MemberWithdrawal,
  ToldMember,
  TreeMember,
  TreePlace,
} from "@fc/contract/members/console-history";
import { receiptKinds } from "@fc/contract/receipts/kinds";
import { requestStates } from "@fc/contract/request-states";
import { Group, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { ReferenceLink } from "../../links/links.tsx";
import { dollars, Section } from "./member-cards.tsx";
import { MemberLink, Moment, Words } from "./member-cells.tsx";
import { historyQuery } from "./queries.ts";
import { Records } from "./records.tsx";

/** A column whose file has what its screen shows. */
function textColumn<Row>(title: string, textOf: (row: Row) => string): Column<Row> {
  return { title, cell: textOf, value: textOf };
}

function momentColumn<Row>(title: string, timeOf: (row: Row) => string): Column<Row> {
  return { title, cell: (row) => <Moment at={timeOf(row)} />, value: timeOf };
}

type Request = MemberWithdrawal | MemberStakingRequest;

const state: Column<Request> = {
  title: "State",
  cell: ({ status, isCancelled }) => (
    <StateTag status={status}>{isCancelled ? "Cancelled" : requestStates[status].label}</StateTag>
  ),
  value: ({ status, isCancelled }) => (isCancelled ? "Cancelled" : requestStates[status].label),
};
const reason: Column<Request> = {
  title: "Reason",
  cell: ({ reason: words }) => (words === null ? "–" : <Words>{words}</Words>),
  value: ({ reason: words }) => words,
  folds: true,
};
const requestedAt: Column<Request> = {
  ...momentColumn("Requested", ({ requestedAt: at }) => at),
  folds: true,
};
const reference: Column<{ reference: string }> = {
  title: "Reference",
  cell: ({ reference: text }) => <ReferenceLink reference={text} />,
  value: ({ reference: text }) => text,
};

const withdrawalColumns: readonly Column<MemberWithdrawal>[] = [
  reference,
  requestedAt,
  {
    title: "Coins",
    cell: ({ amountFc }) => coinsText(amountFc),
    value: ({ amountFc }) => amountFc,
    align: "end",
  },
  state,
  {
    title: "Transaction ID",
    cell: ({ transactionId }) => <span className="unit-id any-length">{transactionId ?? "–"}</span>,
    value: ({ transactionId }) => transactionId,
  },
  reason,
];

const stakingColumns: readonly Column<MemberStakingRequest>[] = [
  reference,
  requestedAt,
  {
    title: "Dollars",
    cell: ({ amountUsd }) => dollars(amountUsd),
    value: ({ amountUsd }) => amountUsd,
    align: "end",
  },
  state,
  {
    title: "UTR",
    cell: ({ utr }) => <span className="unit-id">{utr ?? "–"}</span>,
    value: ({ utr }) => utr,
  },
  reason,
];

const receiptColumns: readonly Column<MemberReceipt>[] = [
  reference,
  textColumn("What", ({ kind }) => receiptKinds[kind].label),
  momentColumn("When", ({ at }) => at),
  {
    title: "Amount",
    cell: ({ amountFc, amountUsd }) =>
      amountFc === null ? (amountUsd === null ? "–" : dollars(amountUsd)) : coinsText(amountFc),
    // Coins and dollars are not compared: the file says which they are.
    value: ({ amountFc, amountUsd }) => (amountFc === null ? amountUsd && `$${amountUsd}` : `${amountFc} FC`),
    align: "end",
  },
];

const toldColumns: readonly Column<ToldMember>[] = [
  momentColumn("When", ({ at }) => at),
  textColumn("By", ({ channel }) => (channel === "app" ? "the portal's feed" : "mail")),
  { title: "What", cell: ({ text }) => <Words>{text}</Words>, value: ({ text }) => text },
  {
    title: "Sent",
    cell: ({ channel, sentAt }) =>
      channel === "app" ? "at once" : sentAt === null ? "not yet" : <Moment at={sentAt} />,
    value: ({ channel, at, sentAt }) => (channel === "app" ? at : sentAt),
  },
];

const signInColumns: readonly Column<MemberSignIn>[] = [
  momentColumn("Signed in", ({ at }) => at),
  textColumn("Device", ({ device }) => device),
  textColumn("From", ({ ip }) => ip),
  momentColumn("Last seen", ({ lastSeenAt }) => lastSeenAt),
  textColumn("State", ({ isOpen }) => (isOpen ? "signed in" : "over")),
];

/** What members ask about most, loaded by itself: the rest of the page does not wait for it. */
export function HistorySections({ refId }: { refId: string }) {
  const { data, error, refetch } = useQuery(historyQuery(refId));
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={6} />;
  return (
    <>
      <Section id="tree" title="The tree around the member">
        <TreeAround refId={refId} {...data.tree} />
      </Section>
      <Records
        id="withdrawals"
        title="Withdrawals"
        columns={withdrawalColumns}
        rows={data.withdrawals}
        rowKey={(row) => row.reference}
        empty="The member has not withdrawn anything yet."
      />
      <Records
        id="staking-requests"
        title="Staking requests"
        columns={stakingColumns}
        rows={data.stakingRequests}
        rowKey={(row) => row.reference}
        empty="The member has not requested a stake yet."
      />
      <Records
        id="receipts"
        title="Receipts"
        columns={receiptColumns}
        rows={data.receipts}
        rowKey={(row) => row.reference}
        empty="Nothing has been moved yet."
      />
      <Records
        id="notifications"
        title="Notifications sent"
        columns={toldColumns}
        rows={data.told}
        rowKey={({ id }) => id}
        empty="The member was told nothing yet."
      />
      <Records
        id="sign-ins"
        title="Sign-ins"
        columns={signInColumns}
        rows={data.signIns}
        rowKey={({ id }) => id}
        empty="The member has never signed in."
      />
    </>
  );
}

interface TreeAroundProps {
  refId: string;
  above: readonly TreeMember[];
  below: readonly TreePlace[];
}

/** A few members above and two levels below, each a link. The portal's tree shows the rest. */
function TreeAround({ refId, above, below }: TreeAroundProps) {
  return (
    <>
      {above.length > 0 && (
        <Group gap="0.25rem 1.5rem" component="ol" className="plain-list" aria-label="Above, the top first">
          {above.toReversed().map((node) => (
            <li key={node.refId}>
              <TreeLine node={node} />
            </li>
          ))}
        </Group>
      )}
      <List listStyleType="none" aria-label={`Below ${refId}`}>
        {below.map(({ side, member, left, right }) => (
          <List.Item key={side}>
            <Text size="sm" c="dimmed">
              {sideLabels[side]}
            </Text>
            {member ? <TreeLine node={member} /> : <Text>free</Text>}
            {member && (
              <List listStyleType="none" withPadding>
                {(
                  [
                    ["left", left],
                    ["right", right],
                  ] as const
                ).map(([where, node]) => (
                  <List.Item key={where}>
                    <Text size="sm" c="dimmed">
                      {sideLabels[where]}
                    </Text>
                    {node ? <TreeLine node={node} /> : <Text>free</Text>}
                  </List.Item>
                ))}
              </List>
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}

function TreeLine({ node }: { node: TreeMember }) {
  return (
    <Group gap="xs" align="center">
      <MemberLink member={node} />
      <Text size="sm" c="dimmed">
        {node.isActive ? "active" : "not active"} · team of {node.team.toLocaleString("en-IN")}
      </Text>
    </Group>
  );
}
