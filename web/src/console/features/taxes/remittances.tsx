import { indiaDayOf } from "@fc/contract/period";
import { remitTax, reverseRemittance, type TaxRemittance } from "@fc/contract/taxes/console";
import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { CoinsCell, Figure, Figures } from "../../../ui/money/figures.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { EntryLink } from "../../links/links.tsx";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { taxesKey, taxRemittancesQuery } from "./queries.ts";
import { numberIn, rupees } from "../../../lib/format/rupees.ts";

/** What was paid to the state of the tax, and what is still owed. */
export function Remittances() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(taxRemittancesQuery);
  const [isRecording, setRecording] = useState(false);
  const [reversing, setReversing] = useState<TaxRemittance>();
  return (
    <Card title="Paid to the state" aria-label="Paid to the state">
      {data ? (
        <>
          <Group justify="space-between" align="flex-end" gap="1rem">
            <Figures>
              <Figure label="Owed to the state" strong hint={`${rupees(data.owedInr)} at the rates deducted`}>
                {coinsText(data.owedFc)}
              </Figure>
              <Figure label="Deducted">{coinsText(data.deductedFc)}</Figure>
              <Figure label="Paid">{coinsText(data.remittedFc)}</Figure>
            </Figures>
            {mayCall(role, remitTax) && (
              <Button variant="default" onClick={() => setRecording(true)}>
                Record a payment
              </Button>
            )}
          </Group>
          {data.data.length > 0 && (
            <PlainTable
              label="Paid to the state"
              columns={columnsOf(data.data, mayCall(role, reverseRemittance) ? setReversing : undefined)}
              rows={data.data}
              rowKey={({ entryId }) => entryId}
            />
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={2} />
      )}
      {isRecording && data && <RemittanceDialog owedInr={data.owedInr} onClose={() => setRecording(false)} />}
      {reversing && <ReversalDialog remittance={reversing} onClose={() => setReversing(undefined)} />}
    </Card>
  );
}

function columnsOf(
  rows: readonly TaxRemittance[],
  onReverse: ((remittance: TaxRemittance) => void) | undefined,
): readonly Column<TaxRemittance>[] {
  const standing = rows.filter(({ reversed }) => reversed === null);
  const sum = (of: "amountFc" | "amountInr" | "interestInr" | "lateFeeInr") =>
    standing.reduce((all, row) => all + row[of], 0);
  const inRupees = (title: string, of: "interestInr" | "lateFeeInr") =>
    ({
      title,
      cell: (row) => rupees(row[of]),
      value: (row) => row[of],
      align: "end",
      total: rupees(sum(of)),
      folds: true,
    }) satisfies Column<TaxRemittance>;
  return [
    {
      title: "Paid on",
      cell: ({ paidOn }) => dayText(paidOn, "en"),
      value: ({ paidOn }) => paidOn,
      inCard: "heading",
    },
    {
      title: "Challan",
      cell: ({ challan }) => <Whole>{challan}</Whole>,
      value: ({ challan }) => challan,
    },
    {
      title: "Tax (FC)",
      cell: ({ amountFc }) => <CoinsCell coins={amountFc} />,
      value: ({ amountFc }) => amountFc,
      align: "end",
      total: <CoinsCell coins={sum("amountFc")} />,
    },
    {
      title: "Tax (₹)",
      cell: ({ amountInr }) => rupees(amountInr),
      value: ({ amountInr }) => amountInr,
      align: "end",
      total: rupees(sum("amountInr")),
    },
    inRupees("Interest (₹)", "interestInr"),
    inRupees("Late fee (₹)", "lateFeeInr"),
    {
      title: "Recorded",
      cell: ({ recordedBy, recordedAt }) => `${recordedBy}, ${dateTimeText(recordedAt, "en")}`,
      value: ({ recordedAt }) => recordedAt,
    },
    {
      title: "Confirmed by",
      cell: ({ confirmedBy }) => confirmedBy,
      value: ({ confirmedBy }) => confirmedBy,
      folds: true,
    },
    {
      title: "Entry",
      cell: ({ entryId }) => <EntryLink id={entryId} />,
      value: ({ entryId }) => entryId,
    },
    {
      title: "State",
      cell: (remittance) => <RemittanceState remittance={remittance} onReverse={onReverse} />,
      value: ({ reversed }) => (reversed ? "Taken back" : "Paid"),
      inCard: "aside",
    },
  ];
}

interface RemittanceStateProps {
  remittance: TaxRemittance;
  onReverse: ((remittance: TaxRemittance) => void) | undefined;
}

function RemittanceState({ remittance, onReverse }: RemittanceStateProps) {
  const { reversed, challan } = remittance;
  if (reversed) {
    return (
      <StateTag status="R">{`Taken back ${dateTimeText(reversed.at, "en")}: ${reversed.reason}`}</StateTag>
    );
  }
  if (!onReverse) return <StateTag status="A">Paid</StateTag>;
  return (
    <button
      type="button"
      className="link-button"
      aria-label={`Take back challan ${challan}`}
      onClick={() => onReverse(remittance)}
    >
      Take back
    </button>
  );
}

function ReversalDialog({ remittance, onClose }: { remittance: TaxRemittance; onClose: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    taxesKey,
    async () => {
      const params = { id: remittance.entryId };
      await call(reverseRemittance, { params, body: { reason: "", ...reasonIn(reason) } });
      await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
    },
    () => {
      toast.done("Proposed: another operator has to confirm it");
      onClose();
    },
  );
  return (
    <Dialog title={`Take back challan ${remittance.challan}`} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p>
          {coinsText(remittance.amountFc)} are owed to the state again, and the challan can be recorded anew.
        </p>
        <ReasonField
          description="Another operator of finance has to confirm it."
          value={reason}
          onTyped={setReason}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Propose it</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface RemittanceDialogProps {
  owedInr: number;
  onClose: () => void;
}

function RemittanceDialog({ owedInr, onClose }: RemittanceDialogProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => ({
    paidOn: indiaDayOf(new Date()),
    challan: "",
    amountInr: "",
    interestInr: "0",
    lateFeeInr: "0",
  }));
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    taxesKey,
    async () => {
      const { paidOn, challan } = draft;
      const amounts = {
        amountInr: numberIn(draft.amountInr),
        interestInr: numberIn(draft.interestInr),
        lateFeeInr: numberIn(draft.lateFeeInr),
      };
      await call(remitTax, { body: { paidOn, challan, ...amounts, reason: "", ...reasonIn(reason) } });
      await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
    },
    () => {
      toast.done("Proposed: another operator has to confirm it");
      onClose();
    },
  );
  const wrong = problem instanceof ApiError ? problem.fields : {};
  const field = (label: string, name: keyof typeof draft, description: string) => (
    <TextInput
      label={label}
      description={description}
      autoComplete="off"
      type={name === "paidOn" ? "date" : "text"}
      value={draft[name]}
      error={wrong[name]}
      onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <Dialog title="Tax paid to the state" onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {field("Paid on", "paidOn", "The day of the challan.")}
          {field("Challan", "challan", "Its number, such as BSR code, date and serial.")}
          {field("Tax (₹)", "amountInr", `Without interest and fee. ${rupees(owedInr)} are owed.`)}
          {field("Interest (₹)", "interestInr", "For paying late.")}
          {field("Late fee (₹)", "lateFeeInr", "For filing late.")}
        </SimpleGrid>
        <p>
          The rupees left the company&apos;s bank account. Here the coins that were kept for the tax, the
          first deducted ones first and at the rates of their days, go from the account of taxes to the
          treasury. A part of what is owed can be paid; up to ₹10 more or less than all of it is rounding.
        </p>
        <ReasonField
          label="Note, for the second person"
          description="Another operator of finance compares it with the challan and confirms it."
          value={reason}
          onTyped={setReason}
        />
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>Propose it</SubmitButton>
      </Form>
    </Dialog>
  );
}
