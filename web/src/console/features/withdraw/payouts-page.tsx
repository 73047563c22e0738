import type { OperatorRole } from "@fc/contract/operator-access";
import {
  consolePayoutsCsv,
  giveUpPayout,
  payoutSorts,
  takeBackPayout,
  type PayoutRow,
} from "@fc/contract/withdraw/console-payouts";
import { payoutOutcomes, payoutStateNames, payoutStates } from "@fc/contract/withdraw/console-payout-states";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { WithdrawIcon } from "../../../ui/icons/screen-icons.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { ApprovalsCard } from "./approvals-card.tsx";
import { HotWalletCard } from "./hot-wallet-card.tsx";
import { PayoutDialog } from "./payout-dialog.tsx";
import { payoutsKey, payoutsQuery } from "./payout-queries.ts";
import { RulesCard } from "./rules-card.tsx";
import { Coins } from "../../../ui/money/figures.tsx";

type Sort = (typeof payoutSorts)[number];

const columns: readonly Column<PayoutRow, Sort>[] = [
  { title: "State", cell: (row) => <PayoutState payout={row} />, inCard: "aside" },
  {
    title: "Withdrawal",
    cell: ({ reference, member }) => (
      <>
        <Whole>
          <ReferenceLink reference={reference} />
        </Whole>
        <Text size="sm" c="dimmed" fw={400}>
          {member.name} ({member.refId})
        </Text>
      </>
    ),
    inCard: "heading",
  },
  {
    title: "Amount",
    cell: ({ amount }) => <Coins coins={amount} isPublic />,
    sort: "amount",
    align: "end",
    folds: true,
  },
  {
    title: "Handed over",
    cell: ({ handedAt, handedBy }) => (
      <>
        <Whole>{dateTimeText(handedAt, "en")}</Whole>
        {handedBy !== null && (
          <Text size="sm" c="dimmed">
            by {handedBy}
          </Text>
        )}
      </>
    ),
    sort: "handedAt",
  },
  {
    title: "Final",
    cell: ({ settledAt }) => <Whole>{settledAt === null ? "–" : dateTimeText(settledAt, "en")}</Whole>,
    sort: "settledAt",
    folds: true,
  },
  { title: "Attempts", cell: ({ attempts }) => attempts, align: "end" },
  { title: "Fee", cell: ({ feeCoin }) => feeCoin ?? "–", align: "end", folds: true },
];

export function PayoutState({ payout: { state, outcome, waitReason, givenUpAt } }: { payout: PayoutRow }) {
  const status = state === "paid" ? "A" : state === "failed" ? "R" : "P";
  const isGivenUp = givenUpAt !== null && payoutStates[state].isOpen;
  return (
    <>
      <StateTag status={status}>
        <Whole>{isGivenUp ? "Being given up" : payoutStates[state].label}</Whole>
      </StateTag>
      {waitReason !== null && (
        <Text size="sm" c="dimmed" maw="18rem">
          {waitReason}
        </Text>
      )}
      {state === "failed" && outcome !== null && (
        <Text size="sm" c="dimmed">
          {payoutOutcomes[outcome]}
        </Text>
      )}
    </>
  );
}

interface Actions {
  role: OperatorRole;
  onLook: (payout: PayoutRow) => void;
  onTakeBack: (payout: PayoutRow) => void;
  onGiveUp: (payout: PayoutRow) => void;
}

function actionsOf(actions: Actions): Column<PayoutRow, Sort> {
  return {
    title: "Actions",
    cell: (payout) => <RowActions payout={payout} {...actions} />,
    inCard: "actions",
  };
}

function RowActions({ payout, role, onLook, onTakeBack, onGiveUp }: Actions & { payout: PayoutRow }) {
  return (
    <Group gap="0 1rem" mx={-4}>
      <button type="button" className="link-button" onClick={() => onLook(payout)}>
        Details
      </button>
      {mayCall(role, takeBackPayout) && payout.state === "waiting" && (
        <button type="button" className="link-button" onClick={() => onTakeBack(payout)}>
          <Whole>Take back</Whole>
        </button>
      )}
      {mayCall(role, giveUpPayout) && canBeGivenUp(payout) && (
        <button type="button" className="link-button" onClick={() => onGiveUp(payout)}>
          <Whole>Give up</Whole>
        </button>
      )}
    </Group>
  );
}

/** What the hot wallet pays and has paid, and what became of each. */
export default function PayoutsPage() {
  const { role } = useOperator();
  const table = useTable({
    sorts: payoutSorts,
    first: { sort: "handedAt", order: "desc" },
    filters: ["state", "from", "to"],
  });
  const result = useQuery(payoutsQuery(table.query));
  const [opened, setOpened] = useState<PayoutRow>();
  const [givingUp, setGivingUp] = useState<PayoutRow>();
  const act = useAction(payoutsKey);
  const takeBack = ({ id }: PayoutRow) =>
    void act(async () => {
      await call(takeBackPayout, { params: { id } });
      return "Taken back. The withdrawal is pending again";
    });
  const actions = actionsOf({ role, onLook: setOpened, onTakeBack: takeBack, onGiveUp: setGivingUp });
  const totals = result.data?.totals;
  return (
    <Stack>
      <WaitingHere kinds={["hot-wallet-release"]} />
      <HotWalletCard />
      <ApprovalsCard />
      <RulesCard />
      <DataTable
        label="Payouts"
        table={table}
        columns={[...columns, actions].map((column) =>
          column.title === "Amount" && totals ? { ...column, total: coinsText(totals.amountFc) } : column,
        )}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="Search by name, user ID or reference"
        filters={
          <>
            <ChoiceFilter
              label="State"
              name="state"
              choices={payoutStateNames.map((state) => [state, payoutStates[state].label])}
              table={table}
            />
            <PeriodChoice table={table} />
          </>
        }
        download={() => download(consolePayoutsCsv, { query: withoutPage(table.query) })}
        empty={
          <EmptyState
            icon={WithdrawIcon}
            hint="A withdrawal is handed over in the queue of withdrawals."
            act={{ to: "/withdrawals", label: "Go to withdrawals" }}
          >
            Nothing was handed over to the hot wallet yet.
          </EmptyState>
        }
      />
      {opened && <PayoutDialog id={opened.id} onClose={() => setOpened(undefined)} />}
      {givingUp && <GiveUpDialog payout={givingUp} act={act} onClose={() => setGivingUp(undefined)} />}
    </Stack>
  );
}

interface GiveUpDialogProps {
  payout: PayoutRow;
  act: ReturnType<typeof useAction>;
  onClose: () => void;
}

function GiveUpDialog({ payout, act, onClose }: GiveUpDialogProps) {
  return (
    <ReasonDialog
      title={`Give up: ${coinsText(payout.amount)} of ${payout.member.name}`}
      label="Reason, for the log"
      action="Give up"
      onClose={onClose}
      onGiven={(reason) => {
        onClose();
        void act(async () => {
          await call(giveUpPayout, { params: { id: payout.id }, body: { reason } });
          return "It is being given up. If the payment is in a block first, it stays paid";
        });
      }}
    >
      <p>
        Its nonce is used to send nothing. The withdrawal is pending again once that is final, which takes
        some minutes.
      </p>
    </ReasonDialog>
  );
}

const canBeGivenUp = ({ state, givenUpAt }: PayoutRow) =>
  (state === "reserved" || state === "sent") && givenUpAt === null;
