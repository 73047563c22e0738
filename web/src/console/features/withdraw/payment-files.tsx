import {
  checkPayments,
  importPayments,
  noTransaction,
  paymentBatch,
  transactionIdIn,
  transactionIdShape,
  type CheckedPayment,
} from "@fc/contract/withdraw/console";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { paymentsIn } from "./payments-csv.ts";

/** Exports what is to be paid as a file, and imports the file with the transaction IDs filled in. */
export function PaymentFiles({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<CheckedPayment[]>();
  const [outcome, setOutcome] = useState<{ id: number; problem: string | null }[]>();
  const saving = useSubmit(async () => {
    await download(paymentBatch);
  });
  const checking = useSubmit(async (file: File) => {
    setOutcome(undefined);
    const payments = readPayments(await file.text());
    setChecked((await call(checkPayments, { body: { payments } })).data);
  });
  const refused = outcome?.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Button variant="default" onClick={() => void saving.submit()}>
          Download what is to be paid
        </Button>
        <Button variant="default" aria-disabled={checking.busy} onClick={() => input.current?.click()}>
          Import what was paid
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="File of payments"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = "";
            if (file) void checking.submit(file);
          }}
        />
      </Group>
      <Text size="sm" c="dimmed">
        The file leaves out what still needs a first operator, what somebody else is paying, and members who
        are blocked, on hold or have another address by now.
      </Text>
      <FormProblem error={saving.problem ?? checking.problem} />
      {checked && (
        <CheckedFile
          payments={checked}
          onClose={() => setChecked(undefined)}
          onImported={(results) => {
            setChecked(undefined);
            setOutcome(results);
            onImported();
          }}
        />
      )}
      {outcome && (
        <Note tone={refused.length > 0 ? "bad" : "good"} live onClose={() => setOutcome(undefined)}>
          <p>{outcome.length - refused.length} accepted.</p>
          {refused.map(({ id, problem }) => (
            <Text key={id} size="sm">
              Withdrawal {id}: {problem}
            </Text>
          ))}
        </Note>
      )}
    </Stack>
  );
}

/** The payments of a file. A file with a line that cannot be read is refused as a whole, with the line's number. */
function readPayments(text: string) {
  const payments = paymentsIn(text);
  const refuse = (message: string): never => {
    throw new ApiError({ code: "NOTHING", message });
  };
  if (payments.length === 0) refuse("There is no line with a transaction in this file");
  for (const { id, net, transactionId } of payments) {
    if (Number.isNaN(net)) refuse(`The amount of withdrawal ${id} cannot be read`);
    if (transactionIdIn(transactionId) === undefined) refuse(`Withdrawal ${id}: ${transactionIdShape}`);
  }
  return payments;
}

interface CheckedFileProps {
  payments: CheckedPayment[];
  onClose: () => void;
  onImported: (results: { id: number; problem: string | null }[]) => void;
}

/** Shows what importing the file would do. Nothing is done before the operator confirms it. */
function CheckedFile({ payments, onClose, onImported }: CheckedFileProps) {
  const good = payments.filter(({ problem }) => problem === null);
  const importing = useSubmit(async () => {
    const body = { payments: good.map(({ id, net, transactionId }) => ({ id, net, transactionId })) };
    onImported((await call(importPayments, { body })).data);
  });
  const total = good.reduce((sum, { net }) => sum + net, 0);
  return (
    <Dialog title="Import what was paid" onClose={onClose}>
      <Stack>
        <p>
          {good.length} of {payments.length} lines can be accepted, {coinsText(total)} in all.
        </p>
        <Box
          component="ul"
          className="plain-list"
          mah="50vh"
          style={{ overflowY: "auto" }}
          aria-label="Lines of the file"
        >
          {payments.map((payment) => (
            <PaymentLine key={`${payment.id} ${payment.transactionId}`} payment={payment} />
          ))}
        </Box>
        <FormProblem error={importing.problem} />
        <Group gap="sm">
          <Button
            disabled={good.length === 0}
            loading={importing.busy}
            onClick={() => void importing.submit()}
          >
            {`Accept ${good.length}`}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function PaymentLine({ payment }: { payment: CheckedPayment }) {
  const { id, member, net, transactionId, problem } = payment;
  return (
    <Box component="li" py="xs" style={{ borderBottom: "1px solid var(--fc-line)" }}>
      <span>
        <strong>{coinsText(net)}</strong> {member ? `${member.name} · ${member.refId}` : "unknown"}
      </span>
      <Text size="sm" c="dimmed">
        Withdrawal {id},{" "}
        {transactionId === noTransaction ? (
          "nothing is sent"
        ) : (
          <span className="unit-id">{transactionId}</span>
        )}
      </Text>
      <Text size="sm" c={problem === null ? "var(--fc-good-text)" : "var(--fc-bad-text)"}>
        {problem ?? "Will be accepted"}
      </Text>
    </Box>
  );
}
