import {
  checkPayments,
  importPayments,
  noTransaction,
  paymentBatch,
  transactionIdIn,
  transactionIdShape,
  type CheckedPayment,
} from "@fc/contract/withdraw/console";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { paymentsIn } from "./payments-csv.ts";
import "./payment-files.css";

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
    <div className="stack stack-tight">
      <div className="queue-actions">
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
      </div>
      <p className="small dimmed">
        The file leaves out what still needs a first operator, what somebody else is paying, and members who
        are blocked, on hold or have another address by now.
      </p>
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
            <p key={id} className="small">
              Withdrawal {id}: {problem}
            </p>
          ))}
        </Note>
      )}
    </div>
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
      <div className="stack">
        <p>
          {good.length} of {payments.length} lines can be accepted, {coinsText(total)} in all.
        </p>
        <ul className="plain-list payment-lines" aria-label="Lines of the file">
          {payments.map((payment) => (
            <PaymentLine key={`${payment.id} ${payment.transactionId}`} payment={payment} />
          ))}
        </ul>
        <FormProblem error={importing.problem} />
        <div className="queue-actions">
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
        </div>
      </div>
    </Dialog>
  );
}

function PaymentLine({ payment }: { payment: CheckedPayment }) {
  const { id, member, net, transactionId, problem } = payment;
  return (
    <li className="payment-line" data-refused={problem !== null}>
      <span>
        <strong>{coinsText(net)}</strong> {member ? `${member.name} · ${member.refId}` : "unknown"}
      </span>
      <span className="small dimmed">
        Withdrawal {id},{" "}
        {transactionId === noTransaction ? (
          "nothing is sent"
        ) : (
          <span className="unit-id">{transactionId}</span>
        )}
      </span>
      <span className={problem === null ? "small payment-good" : "small payment-bad"}>
        {problem ?? "Will be accepted"}
      </span>
    </li>
  );
}
