import { indiaDayOf } from "@fc/contract/period";
import { remitTax, type TaxRemittance } from "@fc/contract/taxes/console";
import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
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
import { numberIn, rupees } from "./rupees.ts";

/** What was paid to the state of the tax, and what is still owed. */
export function Remittances() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(taxRemittancesQuery);
  const [isRecording, setRecording] = useState(false);
  return (
    <Card title="Paid to the state" aria-label="Paid to the state">
      {data ? (
        <>
          <Group justify="space-between" align="flex-end" gap="1rem">
            <Figures>
              <Figure label="Owed to the state" strong>
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
              columns={columnsOf(data.data)}
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
      {isRecording && <RemittanceDialog onClose={() => setRecording(false)} />}
    </Card>
  );
}

function columnsOf(rows: readonly TaxRemittance[]): readonly Column<TaxRemittance>[] {
  const sum = (of: "amountFc" | "amountInr") => rows.reduce((all, row) => all + row[of], 0);
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
      folds: true,
    },
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
  ];
}

function RemittanceDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => ({
    paidOn: indiaDayOf(new Date()),
    challan: "",
    amount: "",
    amountInr: "",
  }));
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    taxesKey,
    async () => {
      const { paidOn, challan } = draft;
      const amounts = { amount: numberIn(draft.amount), amountInr: numberIn(draft.amountInr) };
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
          {field("Tax (₹)", "amountInr", "As the challan says.")}
          {field("Tax (FC)", "amount", "The deducted coins that it pays for.")}
        </SimpleGrid>
        <p>
          The rupees left the company&apos;s bank account. Here the coins that were kept for them go from the
          account of taxes to the treasury. The totals of a quarter below say what was deducted in coins and
          in rupees.
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
