import { sure } from "@fc/contract/sure";
import { settingGroups, settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import {
  copied,
  takesTwoPeople,
  type SettingInfo,
  type SettingValue,
} from "@fc/contract/settings/console-kinds";
import { changeSettings, settingText } from "@fc/contract/settings/console";
import { plainTyped } from "@fc/contract/typed-amount";
import { Box, Button, Checkbox, Group, SimpleGrid, TextInput, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { settingsKey, type SettingsInForce } from "./queries.ts";

interface SettingsFormProps {
  group: SettingGroup;
  inForce: SettingsInForce;
  onDone: () => void;
}

/** The form of a group. It also sends the values that it showed, and the server refuses to overwrite newer ones. */
export function SettingsForm({ group, inForce, onDone }: SettingsFormProps) {
  const queries = useQueryClient();
  const settings = Object.entries<SettingInfo>(settingGroups[group].settings);
  // These are kept from when the form opened. Values that load later were not seen by the operator.
  const [seen] = useState(() =>
    Object.fromEntries(
      settings.map(([name, info]) => [name, inForce[`${group}.${name}`]?.value ?? info.initial]),
    ),
  );
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(settings.map(([name]) => [name, inputOf(sure(seen[name]))])),
  );
  const [reason, setReason] = useState("");
  const changes = settings.flatMap(([name, { kind }]) => {
    const from = sure(seen[name]);
    const to = valueOf(sure(typed[name]), kind);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ name, from: copied(from), to: copied(to) }];
  });
  const isForTwo = changes.some(({ name, ...change }) =>
    takesTwoPeople(sure(settingsOf(group)[name]), change),
  );
  const { busy, problem, submit } = useSubmit(async () => {
    if (changes.length === 0) return onDone();
    let waiting = 0;
    try {
      const body = { changes, ...(isForTwo && reasonIn(reason)) };
      const { data } = await call(changeSettings, { params: { group }, body });
      waiting = data.proposed.length;
    } finally {
      await queries.invalidateQueries({ queryKey: settingsKey });
      await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
    }
    const words = [
      ...(waiting < changes.length ? [`${settingGroups[group].title}: changed`] : []),
      ...(waiting > 0 ? ["Proposed: another admin has to confirm it"] : []),
    ];
    toast.done(words.join(". "));
    onDone();
  });
  const wrong = problem instanceof ApiError ? problem.fields : {};
  return (
    <Form onSubmit={() => void submit()}>
      <SimpleGrid minColWidth="min(18rem, 100%)" autoFlow="auto-fit" spacing="1.5rem" verticalSpacing="lg">
        {settings.map(([name, info]) => (
          <Field
            key={name}
            info={info}
            typed={sure(typed[name])}
            error={wrong[name]}
            onTyped={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </SimpleGrid>
      {isForTwo && <ReasonField value={reason} onTyped={setReason} />}
      <FormProblem error={problem} atFields />
      <Group gap="sm" wrap="nowrap">
        <Box miw="10rem">
          <SubmitButton busy={busy}>Save</SubmitButton>
        </Box>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}

interface FieldProps {
  info: SettingInfo;
  typed: string;
  error: string | undefined;
  onTyped: (typed: string) => void;
}

function Field({ info, typed, error, onTyped }: FieldProps) {
  const { kind, label, unit, help, initial } = info;
  const description = `${help} Initially ${settingText(initial, unit)}.`;
  const words = unit === undefined ? label : `${label} (${unit})`;
  if (kind === "yes-no") {
    return (
      <Checkbox
        size="md"
        label={words}
        description={description}
        error={error}
        checked={typed === "yes"}
        onChange={({ currentTarget: { checked } }) => onTyped(checked ? "yes" : "no")}
      />
    );
  }
  const props = { label: words, description, error, value: typed, autoComplete: "off" };
  if (kind === "texts" || kind === "numbers")
    return <Textarea {...props} rows={3} onChange={({ currentTarget: { value } }) => onTyped(value)} />;
  return (
    <TextInput
      {...props}
      inputMode={kind === "number" ? "decimal" : "text"}
      onChange={({ currentTarget: { value } }) => onTyped(value)}
    />
  );
}

function inputOf(value: SettingValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en-IN", { maximumFractionDigits: 4 });
  return typeof value === "string" ? value : value.join("\n");
}

/** The value to send. What is not a number is sent as it was typed, and the server says what is wrong with it. */
function valueOf(typed: string, kind: SettingInfo["kind"]): SettingValue {
  if (kind === "yes-no") return typed === "yes";
  if (kind === "number") return numberOr(typed);
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== "");
  if (kind === "texts") return parts;
  if (kind !== "numbers") return typed.trim();
  const numbers = parts.map(numberOr);
  return numbers.every((number) => typeof number === "number") ? numbers : parts;
}

function numberOr(typed: string): number | string {
  const plain = plainTyped(typed, { unit: "FC", decimals: 4 });
  return plain === undefined ? typed : Number(plain);
}
