import { keysOf } from "@fc/contract/sure";
import { addTaxRule, type ConsoleTaxRule } from "@fc/contract/taxes/console";
import { taxMoments } from "@fc/contract/taxes/rules";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { taxesKey } from "./queries.ts";
import { numberIn } from "../../../lib/format/rupees.ts";

interface RuleDialogProps {
  current: ConsoleTaxRule | undefined;
  /** Changes with every rule. The server refuses an outdated one. */
  seen: number;
  onClose: () => void;
}

const moments = keysOf(taxMoments);

/** The rule that is being typed, and how it is sent. */
function useRule({ onClose, ...shown }: RuleDialogProps) {
  const queries = useQueryClient();
  // Kept from when the form opened: a rule that is set later was not seen by the operator.
  const [{ current, seen }] = useState(shown);
  const [draft, setDraft] = useState({
    firstDay: "",
    section: current?.section ?? "",
    taken: current?.taken ?? "withdrawal",
    ratePercent: String(current?.ratePercent ?? ""),
    rateWithoutPanPercent: String(current?.rateWithoutPanPercent ?? ""),
    thresholdInr: String(current?.thresholdInr ?? ""),
  });
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useSubmit(async () => {
    const body = {
      ...draft,
      ratePercent: numberIn(draft.ratePercent),
      rateWithoutPanPercent: numberIn(draft.rateWithoutPanPercent),
      thresholdInr: numberIn(draft.thresholdInr),
      seen,
      ...reasonIn(reason),
    };
    let isSet = false;
    try {
      isSet = (await call(addTaxRule, { body })).data.id !== null;
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "DECIDED_ALREADY")
        await queries.invalidateQueries({ queryKey: taxesKey });
      throw failure;
    }
    await queries.invalidateQueries({ queryKey: taxesKey });
    await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
    toast.done(isSet ? "The rule is scheduled" : "Proposed: another admin has to confirm it");
    onClose();
  });
  const edit = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  return { current, draft, edit, reason, setReason, busy, problem, submit };
}

/** A rule is proposed by one person and confirmed by another. */
export function RuleDialog(props: RuleDialogProps) {
  const { current, draft, edit, reason, setReason, busy, problem, submit } = useRule(props);
  const wrong = problem instanceof ApiError ? problem.fields : {};
  const field = (label: string, name: Exclude<keyof typeof draft, "taken">, description?: string) => (
    <TextInput
      label={label}
      description={description}
      autoComplete="off"
      value={draft[name]}
      error={wrong[name]}
      onChange={({ currentTarget: { value } }) => edit({ [name]: value })}
    />
  );
  const changesMoment = current !== undefined && current.taken !== "never" && current.taken !== draft.taken;
  return (
    <Dialog title="A new rule" onClose={props.onClose}>
      <Form onSubmit={() => void submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label="From this day on"
            description="Tomorrow at the earliest."
            value={draft.firstDay}
            error={wrong["firstDay"]}
            onChange={({ currentTarget: { value } }) => edit({ firstDay: value })}
          />
          <NativeSelect
            label="Taken"
            description="“Never” ends the deduction."
            value={draft.taken}
            error={wrong["taken"]}
            data={moments.map((value) => ({ value, label: taxMoments[value] }))}
            onChange={({ currentTarget: { value } }) =>
              edit({ taken: moments.find((moment) => moment === value) ?? "never" })
            }
          />
          {field("Section", "section", "As the certificate names it, such as 194R.")}
          {field("Above, ₹ a financial year", "thresholdInr", "0 taxes from the first rupee.")}
          {field("Rate with PAN, %", "ratePercent")}
          {field("Rate without PAN, %", "rateWithoutPanPercent")}
        </SimpleGrid>
        {changesMoment && (
          <Note tone="bad">
            This changes when tax is taken. Coins that were taxed when they were credited would be taxed again
            when they are withdrawn; coins that were credited without tax would leave without it.
          </Note>
        )}
        <ReasonField value={reason} onTyped={setReason} />
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>Propose it</SubmitButton>
      </Form>
    </Dialog>
  );
}
