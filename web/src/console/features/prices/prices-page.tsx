import {
  addPrice,
  priceSorts,
  priceStates,
  withdrawPrice,
  type consolePrices,
  type PriceState,
  type SetPrice,
} from "@fc/contract/prices/console";
import type { QueryOf } from "@fc/contract/route";
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { CloseIcon } from "../../../ui/icons/icons.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { PriceChart } from "./price-chart.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { downloadPrices, priceCurveQuery, pricesKey, pricesQuery } from "./queries.ts";
import { Card } from "../../../ui/layout/page.tsx";

type Sort = (typeof priceSorts)[number];

const states = {
  scheduled: ["P", "Scheduled"],
  "in force": ["A", "In force"],
  past: [undefined, "Past"],
  withdrawn: ["R", "Withdrawn"],
} as const satisfies Record<PriceState, unknown>;

const rupees = (inr: number) =>
  `₹${inr.toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

const columns: readonly Column<SetPrice, Sort>[] = [
  {
    title: "From",
    cell: ({ effectiveFrom }) => dateTimeText(effectiveFrom, "en"),
    sort: "effectiveFrom",
    inCard: "heading",
  },
  { title: "FC for $15", cell: ({ cost }) => <CoinsCell coins={cost} />, align: "end" },
  {
    title: "₹ for $1",
    cell: ({ inrPerUsd }) => rupees(inrPerUsd),
    align: "end",
  },
  { title: "State", cell: stateTag, inCard: "aside" },
  { title: "Set", cell: (price) => <Set price={price} /> },
];

function stateTag({ state }: SetPrice) {
  const [status, words] = states[state];
  return (
    <StateTag status={status} icon={state === "withdrawn" ? CloseIcon : undefined}>
      {words}
    </StateTag>
  );
}

function actionsOf(onWithdraw: (price: SetPrice) => void): Column<SetPrice, Sort> {
  return {
    title: "Actions",
    cell: (price) => <Actions price={price} onWithdraw={onWithdraw} />,
    inCard: "actions",
  };
}

function Actions({ price, onWithdraw }: { price: SetPrice; onWithdraw: (price: SetPrice) => void }) {
  if (price.state !== "scheduled") return null;
  return (
    <button type="button" className="link-button" onClick={() => onWithdraw(price)}>
      Withdraw
    </button>
  );
}

function Set({ price: { setBy, setAt, withdrawnBy, withdrawnAt } }: { price: SetPrice }) {
  return (
    <>
      {setBy === null ? "" : `${setBy}, `}
      {dateTimeText(setAt, "en")}
      {withdrawnAt !== null && (
        <Text size="sm" c="dimmed">
          withdrawn by {withdrawnBy ?? "–"}, {dateTimeText(withdrawnAt, "en")}
        </Text>
      )}
    </>
  );
}

/** Shows the price now, all earlier ones and those already scheduled. */
export default function PricesPage() {
  const { role } = useOperator();
  const curve = useQuery(priceCurveQuery);
  const table = useTable({
    sorts: priceSorts,
    first: { sort: "effectiveFrom", order: "desc" },
    filters: ["state", "from", "to"],
  });
  const query = queryOf(table.query);
  const result = useQuery(pricesQuery(query));
  const [setting, setSetting] = useState(false);
  const [withdrawing, setWithdrawing] = useState<SetPrice>();
  const maySet = mayCall(role, addPrice);
  const prices = curve.data?.data ?? [];
  const current = prices.find(({ state }) => state === "in force");
  return (
    <Stack>
      <Card>
        {curve.error && !curve.data ? (
          <ErrorState error={curve.error} onRetry={() => void curve.refetch()} />
        ) : !curve.data ? (
          <TextSkeleton rows={4} />
        ) : (
          <PricesNow prices={prices} current={current} onSet={maySet ? () => setSetting(true) : undefined} />
        )}
      </Card>
      <WaitingHere kinds={["price"]} />
      <DataTable
        label="Prices"
        table={table}
        columns={maySet ? [...columns, actionsOf(setWithdrawing)] : columns}
        rowKey={({ id }) => id}
        result={result}
        filters={
          <>
            <ChoiceFilter
              label="State"
              name="state"
              choices={priceStates.map((state) => [state, states[state][1]])}
              table={table}
            />
            <PeriodChoice table={table} />
          </>
        }
        download={() => downloadPrices(query)}
        empty={<p className="state">No price has been set yet.</p>}
      />
      {withdrawing && <WithdrawDialog price={withdrawing} onClose={() => setWithdrawing(undefined)} />}
      {setting && curve.data && (
        <PriceDialog
          current={current}
          seen={curve.data.seen}
          repeatAbovePercent={curve.data.repeatAbovePercent}
          twoAbovePercent={curve.data.twoAbovePercent}
          onClose={() => setSetting(false)}
        />
      )}
    </Stack>
  );
}

interface PricesNowProps {
  prices: readonly SetPrice[];
  current: SetPrice | undefined;
  /** Undefined for an operator who may set none. */
  onSet: (() => void) | undefined;
}

function PricesNow({ prices, current, onSet }: PricesNowProps) {
  return (
    <>
      <Group gap="1rem 3rem" align="flex-end" justify="space-between">
        <div>
          <Text size="sm" c="dimmed">
            Coin Today For $15
          </Text>
          <Text fz="1.5rem" fw={600}>
            {current ? coinsText(current.cost) : "Not set"}
          </Text>
        </div>
        <div>
          <Text size="sm" c="dimmed">
            Rupees for a dollar
          </Text>
          <Text fz="1.5rem" fw={600}>
            {current ? rupees(current.inrPerUsd) : "Not set"}
          </Text>
        </div>
        {onSet && <Button onClick={onSet}>Set a new price</Button>}
      </Group>
      {prices.length > 0 && (
        <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" spacing="3rem" verticalSpacing="md">
          <PriceChart title="FC for $15" prices={prices} figureOf={({ cost }) => cost} textOf={coinsText} />
          <PriceChart
            title="Rupees for a dollar"
            prices={prices}
            figureOf={({ inrPerUsd }) => inrPerUsd}
            textOf={rupees}
          />
        </SimpleGrid>
      )}
    </>
  );
}

/** A typed address may name a state that there is not. It is left out, because the server would refuse it. */
function queryOf({ state, ...rest }: Record<string, string | number>): QueryOf<typeof consolePrices> {
  const known = priceStates.find((each) => each === state);
  return { ...rest, ...(known && { state: known }) };
}

function WithdrawDialog({ price, onClose }: { price: SetPrice; onClose: () => void }) {
  const { id, cost, inrPerUsd, effectiveFrom } = price;
  const withdrawal = useChange(
    pricesKey,
    () => call(withdrawPrice, { params: { id } }),
    () => {
      toast.done("The price was withdrawn");
      onClose();
    },
  );
  return (
    <ConfirmDialog title="Withdraw this price?" action="Withdraw" change={withdrawal} onClose={onClose}>
      <p>
        {coinsText(cost)} for $15 and {rupees(inrPerUsd)} for $1, from {dateTimeText(effectiveFrom, "en")} on.
      </p>
      <p>It never counts then: the price before it goes on. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
