import { importPayments, paymentBatch } from "@fc/contract/withdraw/console";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { paymentsIn } from "./payments-csv.ts";

/** Exports what is to be paid as a file, and imports the file with the transaction IDs filled in. */
export function PaymentFiles({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<{ id: number; problem: string | null }[]>();
  const saving = useSubmit(async () => {
    await download(paymentBatch);
  });
  const importing = useSubmit(async (file: File) => {
    setOutcome(undefined);
    const payments = paymentsIn(await file.text());
    if (payments.length === 0) {
      throw new ApiError({ code: "NOTHING", message: "There is no line with a transaction in this file" });
    }
    const unread = payments.find(({ net }) => Number.isNaN(net));
    if (unread) {
      throw new ApiError({
        code: "NOTHING",
        message: `The amount of withdrawal ${unread.id} cannot be read`,
      });
    }
    setOutcome((await call(importPayments, { body: { payments } })).data);
    onImported();
  });
  const refused = outcome?.filter(({ problem }) => problem !== null) ?? [];
  return (
    <div className="stack stack-tight">
      <div className="queue-actions">
        <Button variant="default" onClick={() => void saving.submit()}>
          Download what is to be paid
        </Button>
        <Button variant="default" aria-disabled={importing.busy} onClick={() => input.current?.click()}>
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
            if (file) void importing.submit(file);
          }}
        />
      </div>
      <p className="small dimmed">
        The file leaves out what still needs a first operator, and members who are blocked, on hold or have
        another address by now.
      </p>
      <FormProblem error={saving.problem ?? importing.problem} />
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
