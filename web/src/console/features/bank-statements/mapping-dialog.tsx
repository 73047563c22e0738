import {
  addBankAccount,
  changeBankColumns,
  dayOrders,
  type BankAccount,
  type DayOrder,
} from "@fc/contract/bank-statements/console";
import { keysOf } from "@fc/contract/sure";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { columnsOf, guessedMapping, headingsIn, mappingOf, type Mapping } from "./mapping.ts";
import { bankKey } from "../../bank/queries.ts";

interface MappingDialogProps {
  /** The first rows of a file of this bank. */
  rows: readonly (readonly string[])[];
  /** Whose columns are changed; undefined for a new one. */
  account: BankAccount | undefined;
  onClose: () => void;
  /** The account's columns are kept. */
  onSaved: (accountId: number) => void;
}

const orders = keysOf(dayOrders).map((value) => ({ value, label: dayOrders[value] }));

/** Says once for each account which column is which. */
export function MappingDialog({ rows, account, onClose, onSaved }: MappingDialogProps) {
  const [name, setName] = useState(account?.name ?? "");
  const [mapping, setMapping] = useState(() =>
    account ? mappingOf(account.columns) : guessedMapping(headingsIn(rows).headings),
  );
  const saving = useChange(
    bankKey,
    async () => {
      const columns = columnsOf(mapping);
      if (!account) return (await call(addBankAccount, { body: { name, columns } })).data.id;
      await call(changeBankColumns, { params: { id: account.id }, body: { columns } });
      return account.id;
    },
    onSaved,
  );
  return (
    <Dialog title={account ? `Columns of ${account.name}` : "Add an account"} isWide onClose={onClose}>
      <Form onSubmit={() => void saving.submit()}>
        {!account && (
          <TextInput
            label="Name of the account"
            value={name}
            maxLength={60}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        )}
        <MappingFields rows={rows} mapping={mapping} onChange={setMapping} />
        <FormProblem error={saving.problem} />
        <SubmitButton busy={saving.busy}>{account ? "Save and import" : "Add and import"}</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface MappingFieldsProps extends Pick<MappingDialogProps, "rows"> {
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

function MappingFields({ rows, mapping, onChange }: MappingFieldsProps) {
  const { headings, sample } = headingsIn(rows);
  const change = (values: Partial<Mapping>) => onChange({ ...mapping, ...values });
  const column = (
    label: string,
    field: Exclude<keyof Mapping, "hasTwoAmounts" | "dayOrder">,
    none?: string,
  ) => (
    <NativeSelect
      label={label}
      value={mapping[field]}
      description={sample[headings.indexOf(mapping[field])] || " "}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={({ currentTarget: { value } }) => change({ [field]: value })}
      data={[
        { value: "", label: none ?? "Choose a column" },
        ...new Set([...headings, mapping[field]]),
      ].filter((each) => each !== "")}
    />
  );
  return (
    <>
      <p>The statement has these columns. Below each choice is what the first line has there.</p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {column("Day", "day")}
        <NativeSelect
          label="How it writes days"
          value={mapping.dayOrder}
          onChange={({ currentTarget: { value } }) =>
            change({
              dayOrder: keysOf(dayOrders).find((each): each is DayOrder => each === value) ?? "dmy",
            })
          }
          data={orders}
        />
        {column("Text", "words")}
        {column("UTR or reference", "reference", "In the text")}
        {column("Payer", "payer", "In the text")}
        <NativeSelect
          label="Amounts"
          value={mapping.hasTwoAmounts ? "two" : "one"}
          onChange={({ currentTarget: { value } }) => change({ hasTwoAmounts: value === "two" })}
          data={[
            { value: "two", label: "Money in and out have a column each" },
            { value: "one", label: "One column" },
          ]}
        />
        {mapping.hasTwoAmounts ? column("Money in", "credit") : column("Amount", "amount")}
        {mapping.hasTwoAmounts
          ? column("Money out", "debit")
          : column("In or out", "direction", "By sign, CR or DR at the amount")}
        {column("Balance", "balance")}
      </SimpleGrid>
    </>
  );
}
