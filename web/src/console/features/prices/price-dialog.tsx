import { addPrice, alwaysAbovePercent, isJump, type SetPrice } from "@fc/contract/prices/console";
import { plainTyped } from "@fc/contract/typed-amount";
import { SimpleGrid, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { ApiError, call } from "../../../lib/api/api.ts";
import { momentOf } from "../../../lib/format/india-moment.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { pricesKey } from "./queries.ts";

interface PriceDialogProps {
  current: SetPrice | undefined;
  /** A number that changes with every price that is set or withdrawn. The server refuses an outdated one. */
  seen: number;
  repeatAbovePercent: number;
  twoAbovePercent: number;
  onClose: () => void;
}

interface PriceDraft {
  cost: string;
  inrPerUsd: string;
  costAgain: string;
  inrAgain: string;
  from: string;
}

/** The price that is being typed, what it needs before it may be set, and how it is sent. */
function usePrice({ repeatAbovePercent, twoAbovePercent, onClose, ...shown }: PriceDialogProps) {
  const queries = useQueryClient();
  // These are kept from when the form opened. A price that is set later was not seen by the operator.
  const [{ current, seen }] = useState(shown);
  const [draft, setDraft] = useState<PriceDraft>({
    cost: String(current?.cost ?? ""),
    inrPerUsd: String(current?.inrPerUsd ?? ""),
    costAgain: "",
    inrAgain: "",
    from: "",
  });
  const [repeats, setRepeats] = useState(false);
  const { cost, inrPerUsd } = { cost: numberOf(draft.cost), inrPerUsd: numberOf(draft.inrPerUsd) };
  const jumps = (percent: number) =>
    current !== undefined &&
    (isJump(current.cost, cost, percent) || isJump(current.inrPerUsd, inrPerUsd, percent));
  const isLarge = repeats || jumps(repeatAbovePercent);
  // The server compares with the price of a day before too.
  const [needsReason, setNeedsReason] = useState(false);
  const [reason, setReason] = useState("");
  const isForTwo = needsReason || jumps(twoAbovePercent);
  const { busy, problem, submit } = useSubmit(async () => {
    const again = { cost: numberOf(draft.costAgain), inrPerUsd: numberOf(draft.inrAgain) };
    const body = {
      cost,
      inrPerUsd,
      effectiveFrom: momentOf(draft.from),
      seen,
      ...(isLarge ? { again } : {}),
      ...(isForTwo && reasonIn(reason)),
    };
    let isSet = false;
    try {
      isSet = (await call(addPrice, { body })).data.id !== null;
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "REASON_NEEDED") setNeedsReason(true);
      // The server compares with the price that is in force at the chosen moment, which may be another than today's.
      if (failure instanceof ApiError && failure.code === "PRICE_JUMP") setRepeats(true);
      if (failure instanceof ApiError && failure.code === "DECIDED_ALREADY")
        await queries.invalidateQueries({ queryKey: pricesKey });
      throw failure;
    }
    await queries.invalidateQueries({ queryKey: pricesKey });
    await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
    const done = draft.from === "" ? "The price is in force" : "The price is scheduled";
    toast.done(isSet ? done : "Proposed: an admin has to confirm it");
    onClose();
  });
  const edit = (change: Partial<PriceDraft>) => setDraft({ ...draft, ...change });
  return {
    current,
    draft,
    edit,
    cost,
    inrPerUsd,
    isLarge,
    isForTwo,
    reason,
    setReason,
    busy,
    problem,
    submit,
  };
}

export function PriceDialog(props: PriceDialogProps) {
  const { repeatAbovePercent, onClose } = props;
  const {
    current,
    draft,
    edit,
    cost,
    inrPerUsd,
    isLarge,
    isForTwo,
    reason,
    setReason,
    busy,
    problem,
    submit,
  } = usePrice(props);
  const wrong = problem instanceof ApiError ? problem.fields : {};
  const field = (label: string, name: keyof PriceDraft, error: string | undefined, description?: string) => (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      value={draft[name]}
      error={error}
      onChange={({ currentTarget: { value } }) => edit({ [name]: value })}
    />
  );
  return (
    <Dialog title="Set a new price" onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {field(
            "FC for $15",
            "cost",
            wrong["cost"],
            Number.isNaN(cost) ? "Now not set" : `${coinsText(cost)}${changeText(current?.cost, cost)}`,
          )}
          {field(
            "Rupees for a dollar",
            "inrPerUsd",
            wrong["inrPerUsd"],
            Number.isNaN(inrPerUsd)
              ? "Now not set"
              : `₹${inrPerUsd}${changeText(current?.inrPerUsd, inrPerUsd)}`,
          )}
        </SimpleGrid>
        <TextInput
          type="datetime-local"
          label="From, India's time"
          description="Empty: from now on."
          value={draft.from}
          error={wrong["effectiveFrom"]}
          onChange={({ currentTarget: { value } }) => edit({ from: value })}
        />
        {isLarge && (
          <>
            <LargeChangeNote percent={Math.min(repeatAbovePercent, alwaysAbovePercent)} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {field("FC for $15, again", "costAgain", wrong["again.cost"])}
              {field("Rupees for a dollar, again", "inrAgain", wrong["again.inrPerUsd"])}
            </SimpleGrid>
          </>
        )}
        {isForTwo && <ReasonField value={reason} onTyped={setReason} />}
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>
          {isForTwo ? "Propose it" : draft.from === "" ? "Set it now" : "Schedule it"}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

function LargeChangeNote({ percent }: { percent: number }) {
  return (
    <Note tone="bad">This changes the price by more than {percent} %. Please type both figures again.</Note>
  );
}

/** NaN if it is not a number, which the server then refuses with a message. */
function numberOf(typed: string): number {
  return Number(plainTyped(typed, { unit: "FC", decimals: 4 }));
}

function changeText(before: number | undefined, now: number): string {
  if (before === undefined || now === before) return "";
  const percent = ((now - before) / before) * 100;
  return ` (${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1)} %)`;
}
