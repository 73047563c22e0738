import { noFc } from "@fc/contract/units";
import {
  confirmFunding,
  fundingSources,
  fundPool,
  rejectFunding,
  type FundingSource,
  type PoolFunding,
  houseAccountWords,
} from "@fc/contract/ledger/console";
import { fcToWire } from "@fc/contract/money";
import { fcTyped } from "@fc/contract/typed-amount";
import { Button, Flex, Group, NativeSelect, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { AmountField } from "../../../ui/money/amount-field.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { fundingsQuery, ledgerKey } from "./queries.ts";
import { Card } from "../../../ui/layout/page.tsx";

const statusLabels: Record<PoolFunding["status"], string> = {
  P: "Waits for a second operator",
  A: "In the pool",
  R: "Rejected",
};

/** Puts coins into the rewards pool. From the setting's amount on, another operator has to confirm it. */
export function Funding() {
  const me = useOperator();
  const { data, error, refetch } = useQuery(fundingsQuery);
  const [isAsking, setAsking] = useState(false);
  const [rejecting, setRejecting] = useState<PoolFunding>();
  const act = useAction(ledgerKey);
  const confirm = ({ id, amount }: PoolFunding) =>
    void act(async () => {
      await call(confirmFunding, { params: { id } });
      return `${coinsText(amount)} went into the pool`;
    });
  const reject = ({ id }: PoolFunding, reason: string) =>
    void act(async () => {
      await call(rejectFunding, { params: { id }, body: { reason } });
      return "It was rejected";
    });
  const mayFund = mayCall(me.role, fundPool);
  return (
    <Card aria-label="Rewards pool">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <h2 className="card-title">Funding of the rewards pool</h2>
        {mayFund && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Fund the pool
          </Button>
        )}
      </Group>
      {data ? (
        data.data.length === 0 ? (
          <Text c="dimmed">Nothing was put into the pool from here yet.</Text>
        ) : (
          <ul className="plain-list ruled-list">
            {data.data.map((funding) => (
              <Flex component="li" key={funding.id} direction="column" gap={6}>
                <FundingLine funding={funding} />
                {mayFund && funding.status === "P" && (
                  <Group gap="sm">
                    {funding.proposedBy.id !== me.id && (
                      <Button onClick={() => confirm(funding)}>Confirm</Button>
                    )}
                    <Button variant="default" onClick={() => setRejecting(funding)}>
                      {funding.proposedBy.id === me.id ? "Take back" : "Reject"}
                    </Button>
                  </Group>
                )}
              </Flex>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={2} />
      )}
      {isAsking && <FundDialog twoFrom={data?.twoOperatorsFrom} onClose={() => setAsking(false)} />}
      {rejecting && (
        <ReasonDialog
          title={`Not into the pool: ${coinsText(rejecting.amount)}`}
          label="Reason"
          action="Reject"
          onClose={() => setRejecting(undefined)}
          onGiven={(reason) => {
            setRejecting(undefined);
            reject(rejecting, reason);
          }}
        />
      )}
    </Card>
  );
}

function FundingLine({ funding }: { funding: PoolFunding }) {
  const { amount, source, note, status, proposedBy, proposedAt, decidedBy, decidedAt, reason } = funding;
  return (
    <>
      <Flex component="p" align="center" wrap="wrap" justify="space-between" gap="0.75rem 1.5rem">
        <strong>{coinsText(amount)}</strong>
        <StateTag status={status}>{statusLabels[status]}</StateTag>
      </Flex>
      <p>
        {note}{" "}
        <Text component="span" c="dimmed">
          (from {houseAccountWords[source]})
        </Text>
      </p>
      <Text size="sm" c="dimmed">
        {proposedBy.name}, {dateTimeText(proposedAt, "en")}
        {decidedBy !== null && decidedBy !== proposedBy.name && ` · ${decidedBy}`}
        {decidedAt !== null && decidedBy !== proposedBy.name && `, ${dateTimeText(decidedAt, "en")}`}
        {reason !== null && ` · ${reason}`}
      </Text>
    </>
  );
}

function FundDialog({ twoFrom, onClose }: { twoFrom: number | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [source, setSource] = useState<FundingSource>("treasury");
  const [note, setNote] = useState("");
  // Every try of this dialog has the same key, so a retry after a lost response does not fund the pool twice.
  const key = useRef(newIdempotencyKey());
  const amount = fcToWire(fcTyped(typed) ?? noFc);
  const needsSecond = twoFrom !== undefined && amount >= twoFrom;
  const { busy, problem, submit } = useSubmit(async () => {
    const { data } = await call(fundPool, { body: { amount, source, note }, idempotencyKey: key.current });
    await queries.invalidateQueries({ queryKey: ledgerKey });
    const words = coinsText(amount);
    toast.done(data.status === "A" ? `${words} went into the pool` : `${words} wait for another operator`);
    onClose();
  });
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      key.current = newIdempotencyKey();
      set(value);
    };
  };
  return (
    <Dialog title="Fund the rewards pool" onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <AmountField label="Amount" unit="FC" value={typed} onChange={changed(setTyped)} />
        <NativeSelect
          label="From"
          value={source}
          onChange={({ currentTarget: { value } }) => {
            const chosen = fundingSources.find((known) => known === value);
            if (chosen) changed(setSource)(chosen);
          }}
          data={fundingSources.map((value) => ({ value, label: houseAccountWords[value] }))}
        />
        <TextField
          label="What it is for"
          maxLength={200}
          value={note}
          onChange={({ currentTarget: { value } }) => changed(setNote)(value)}
        />
        {needsSecond && (
          <Text size="sm">From {coinsText(twoFrom)} on, another operator has to confirm it.</Text>
        )}
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>{needsSecond ? "Propose" : "Put into the pool"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
