import { referenceOf } from "@fc/contract/receipts/reference";
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
import { EarlierImports } from "./earlier-imports.tsx";
import { paymentsIn, type FileLine } from "./payments-csv.ts";

/** A line of a file, with what importing it would do. */
interface ReadLine extends FileLine {
  /** As the server found it; undefined where the line cannot be read. */
  checked: CheckedPayment | undefined;
  problem: string | null;
}

/** Exports what is to be paid as a file, and imports the file with the transaction IDs filled in. */
export function PaymentFiles({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<{ file: string; lines: ReadLine[] }>();
  const [outcome, setOutcome] = useState<{ reference: string; problem: string | null }[]>();
  const [isShowingImports, setShowingImports] = useState(false);
  const saving = useSubmit(async () => {
    await download(paymentBatch);
    onImported();
  });
  const checking = useSubmit(async (file: File) => {
    setOutcome(undefined);
    setRead({ file: file.name, lines: await checkedLines(await file.text()) });
  });
  const refused = outcome?.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Button variant="default" onClick={() => void saving.submit()}>
          Take what is to be paid
        </Button>
        <Button variant="default" aria-disabled={checking.busy} onClick={() => input.current?.click()}>
          Import what was paid
        </Button>
        <Button variant="subtle" onClick={() => setShowingImports(true)}>
          Earlier imports
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
      {read && (
        <CheckedFile
          {...read}
          onClose={() => setRead(undefined)}
          onImported={(results) => {
            setRead(undefined);
            setOutcome(results);
            onImported();
          }}
        />
      )}
      {isShowingImports && <EarlierImports onClose={() => setShowingImports(false)} />}
      {outcome && (
        <Note tone={refused.length > 0 ? "bad" : "good"} live onClose={() => setOutcome(undefined)}>
          <p>{outcome.length - refused.length} accepted.</p>
          {refused.map(({ reference, problem }) => (
            <Text key={reference} size="sm">
              {reference}: {problem}
            </Text>
          ))}
        </Note>
      )}
    </Stack>
  );
}

/** Every line with a transaction, those that cannot be read too: somebody was paid by each of them. */
async function checkedLines(text: string): Promise<ReadLine[]> {
  const lines = paymentsIn(text);
  if (lines.length === 0) {
    throw new ApiError({ code: "NOTHING", message: "There is no line with a transaction in this file" });
  }
  const readable = lines.flatMap(({ id, net, transactionId }) =>
    id !== undefined && problemOf({ id, net, transactionId }) === undefined
      ? [{ id, net, transactionId }]
      : [],
  );
  const checked =
    readable.length === 0 ? [] : (await call(checkPayments, { body: { payments: readable } })).data;
  let next = 0;
  return lines.map((line) => {
    const unreadable = problemOf(line);
    if (unreadable !== undefined) return { ...line, checked: undefined, problem: unreadable };
    const answer = checked[next++];
    return { ...line, checked: answer, problem: answer?.problem ?? null };
  });
}

/** Why a line cannot be read; undefined if it can. */
function problemOf({ id, net, transactionId }: Omit<FileLine, "line">): string | undefined {
  if (id === undefined) return "The first column is no reference of a withdrawal, such as WD-7K2M9QXH";
  if (Number.isNaN(net)) return "The amount cannot be read";
  return transactionIdIn(transactionId) === undefined ? transactionIdShape() : undefined;
}

interface CheckedFileProps {
  file: string;
  lines: ReadLine[];
  onClose: () => void;
  onImported: (results: { reference: string; problem: string | null }[]) => void;
}

/** Shows what importing the file would do. Nothing is done before the operator confirms it. */
function CheckedFile({ file, lines, onClose, onImported }: CheckedFileProps) {
  const good = lines.flatMap(({ checked, problem }) => (checked && problem === null ? [checked] : []));
  const importing = useSubmit(async () => {
    const payments = good.map(({ id, net, transactionId }) => ({ id, net, transactionId }));
    const body = { payments, file: file.slice(0, 200), leftOut: lines.length - good.length };
    const { data } = await call(importPayments, { body });
    onImported(data.map(({ id, problem }) => ({ reference: referenceOf("withdrawal", id), problem })));
  });
  const total = good.reduce((sum, { net }) => sum + net, 0);
  return (
    <Dialog title="Import what was paid" isWide onClose={onClose}>
      <Stack>
        <p>
          {good.length} of {lines.length} lines can be accepted, {coinsText(total)} in all.
        </p>
        <Box
          component="ul"
          className="plain-list"
          mah="50vh"
          style={{ overflowY: "auto" }}
          aria-label="Lines of the file"
        >
          {lines.map((line) => (
            <PaymentLine key={line.line} line={line} />
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

function PaymentLine({ line: { line, id, net, transactionId, checked, problem } }: { line: ReadLine }) {
  const member = checked?.member;
  return (
    <Box component="li" py="xs" style={{ borderBottom: "1px solid var(--fc-line)" }}>
      <span>
        Line {line}: <strong>{Number.isNaN(net) ? "no amount" : coinsText(net)}</strong>{" "}
        {member ? `${member.name} · ${member.refId}` : "unknown"}
      </span>
      <Text size="sm" c="dimmed">
        {id !== undefined && `${referenceOf("withdrawal", id)}, `}
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
