import {
  bankStatementFile,
  importBankStatement,
  readBankFile,
  type BankAccount,
  type BankStatement,
} from "@fc/contract/bank-statements/console";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { ShortHex } from "../../../ui/content/short-hex.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { MappingDialog } from "./mapping-dialog.tsx";
import { bankKey } from "../../bank/queries.ts";
import { statementsQuery } from "./queries.ts";

/** What the chosen file is for. */
interface Purpose {
  /** Undefined for a new one. */
  account: BankAccount | undefined;
  isMapped: boolean;
}

interface Mapped {
  file: File;
  rows: string[][];
  account: BankAccount | undefined;
}

/** The company's accounts at banks. A statement is imported by one press where its columns are known. */
export function AccountsCard({ accounts }: { accounts: readonly BankAccount[] }) {
  const input = useRef<HTMLInputElement>(null);
  const [purpose, setPurpose] = useState<Purpose>();
  const [mapped, setMapped] = useState<Mapped>();
  const [isShowingStatements, setShowingStatements] = useState(false);
  const importing = useChange(bankKey, importFile, ({ lines, newLines }) =>
    toast.done(
      newLines === 0
        ? `All ${counted(lines)} were known already. Nothing has changed.`
        : `${counted(newLines)} imported.`,
    ),
  );
  const reading = useChange(bankKey, async (file: File, { account, isMapped }: Purpose) => {
    if (account && isMapped) return void importing.submit(account.id, file);
    const { rows } = (await call(readBankFile, { body: csvOf(file) })).data;
    setMapped({ file, rows, account });
  });
  const choose = (next: Purpose) => {
    setPurpose(next);
    input.current?.click();
  };
  return (
    <Card title="Accounts">
      {accounts.map((account) => (
        <Account
          key={account.id}
          account={account}
          isImporting={importing.busy}
          onImport={() => choose({ account, isMapped: true })}
          onColumns={() => choose({ account, isMapped: false })}
        />
      ))}
      <Group gap="sm">
        <Button
          variant={accounts.length === 0 ? "filled" : "default"}
          onClick={() => choose({ account: undefined, isMapped: false })}
        >
          Add an account by its statement
        </Button>
        {accounts.length > 0 && (
          <Button variant="subtle" onClick={() => setShowingStatements(true)}>
            Earlier statements
          </Button>
        )}
      </Group>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        hidden
        aria-label="Statement of the bank"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file && purpose) void reading.submit(file, purpose);
        }}
      />
      <FormProblem error={reading.problem ?? importing.problem} />
      {mapped && (
        <MappingDialog
          {...mapped}
          onClose={() => setMapped(undefined)}
          onSaved={(accountId) => {
            setMapped(undefined);
            void importing.submit(accountId, mapped.file);
          }}
        />
      )}
      {isShowingStatements && <EarlierStatements onClose={() => setShowingStatements(false)} />}
    </Card>
  );
}

interface AccountProps {
  account: BankAccount;
  isImporting: boolean;
  onImport: () => void;
  onColumns: () => void;
}

function Account({ account: { name, lastStatement }, isImporting, onImport, onColumns }: AccountProps) {
  return (
    <Group justify="space-between" gap="0.75rem 1.5rem">
      <div>
        <strong>{name}</strong>
        <Text size="sm" c="dimmed">
          {lastStatement
            ? `To ${dayText(lastStatement.lastDay, "en")}: ${rupees(lastStatement.closingInr)}, imported by ${lastStatement.importedBy}`
            : "No statement yet"}
        </Text>
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          aria-label={`Import a statement of ${name}`}
          aria-disabled={isImporting}
          mod={{ busy: isImporting }}
          onClick={() => !isImporting && onImport()}
        >
          Import a statement
        </Button>
        <Button variant="subtle" aria-label={`Columns of ${name}`} onClick={onColumns}>
          Columns
        </Button>
      </Group>
    </Group>
  );
}

const csvOf = (file: File) => new Blob([file], { type: "text/csv" });

async function importFile(id: number, file: File) {
  const query = { file: file.name.slice(0, 200) };
  return (await call(importBankStatement, { params: { id }, query, body: csvOf(file) })).data;
}

const counted = (lines: number) => (lines === 1 ? "1 line" : `${lines.toLocaleString("en-IN")} lines`);

const statementColumns: readonly Column<BankStatement>[] = [
  {
    title: "Imported",
    cell: ({ importedAt, importedBy }) => (
      <>
        <Whole>{dateTimeText(importedAt, "en")}</Whole>
        <Text size="sm">by {importedBy}</Text>
      </>
    ),
    value: ({ importedAt }) => importedAt,
  },
  {
    title: "File",
    cell: ({ id, file, digest }) => (
      <>
        <button
          type="button"
          className="link-button"
          onClick={() => void download(bankStatementFile, { params: { id } })}
        >
          {file}
        </button>
        <br />
        <ShortHex text={digest} copyLabel="Copy the file's SHA-256" />
      </>
    ),
    value: ({ file }) => file,
  },
  {
    title: "Days",
    cell: ({ firstDay, lastDay }) => `${dayText(firstDay, "en")} to ${dayText(lastDay, "en")}`,
    value: ({ firstDay }) => firstDay,
  },
  {
    title: "New lines",
    cell: ({ newLines, lines }) => `${newLines.toLocaleString("en-IN")} of ${lines.toLocaleString("en-IN")}`,
    value: ({ newLines }) => newLines,
    align: "end",
  },
];

function EarlierStatements({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(statementsQuery);
  return (
    <Dialog title="Earlier statements" isWide onClose={onClose}>
      <PlainTable label="Earlier statements" columns={statementColumns} rows={data} rowKey={({ id }) => id} />
    </Dialog>
  );
}
