import { findByTrace, traceNames, traces, type Trace } from "@fc/contract/signals/console";
import type { ResponseOf } from "@fc/contract/route";
import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { formText } from "../../../lib/form-text.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { Score } from "../../signals/score.tsx";

type Found = ResponseOf<typeof findByTrace>["data"][number];

const columns: readonly Column<Found>[] = [
  {
    title: "Member",
    cell: (member) => <Requester member={member} />,
    value: ({ name, refId }) => `${name} ${refId}`,
    inCard: "heading",
  },
  {
    title: "Score",
    cell: ({ score }) => <Score score={score} />,
    value: ({ score }) => score,
    inCard: "aside",
  },
  { title: "Last", cell: ({ at }) => <Whole>{dateTimeText(at, "en")}</Whole>, value: ({ at }) => at },
];

/** Finds members by what they gave or came from. What was looked for is in no address, and every search is logged. */
export function FindByTrace() {
  const [by, setBy] = useState<Trace>("pan");
  const [found, setFound] = useState<readonly Found[]>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const find = async (value: string) => {
    setBusy(true);
    try {
      setFound((await call(findByTrace, { body: { by, value } })).data);
      setProblem(undefined);
    } catch (failure) {
      setProblem(failure);
    }
    setBusy(false);
  };
  return (
    <Card title="Find members by what they share">
      <Form onSubmit={(form) => void find(formText(form, "value"))}>
        <NativeSelect
          label="By"
          value={by}
          onChange={({ currentTarget: { value } }) => {
            setBy(traceNames.find((each) => each === value) ?? "pan");
            setFound(undefined);
          }}
          data={traceNames.map((value) => ({ value, label: traces[value].label }))}
        />
        <PlainTextField
          label="Look for"
          name="value"
          autoComplete="off"
          maxLength={80}
          description={`${traces[by].help} Every search is written to the log.`}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Find</SubmitButton>
      </Form>
      {found && (
        <div role="status">
          {found.length === 0 ? (
            <Text c="dimmed">Nobody has this.</Text>
          ) : (
            <PlainTable label="Found" columns={columns} rows={found} rowKey={({ id }) => id} dense />
          )}
        </div>
      )}
    </Card>
  );
}
