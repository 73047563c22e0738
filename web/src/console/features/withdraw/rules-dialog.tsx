import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { keysOf, recordOf } from "@fc/contract/sure";
import { plainTyped } from "@fc/contract/typed-amount";
import {
  draftPayoutRules,
  fixedRuleWords,
  payoutRuleWords,
  trialDays,
  tryPayoutRules,
  type PayoutRuleName,
  type PayoutRules,
  type PayoutRulesTrial,
} from "@fc/contract/withdraw/console-payout-rules";
import type { ResponseOf } from "@fc/contract/route";
import { Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { payoutsKey } from "./payout-queries.ts";
import { RulesInWords, SignRules } from "./rules-to-sign.tsx";

/** Where the form begins: small payments of members who have been here for a while. */
const initial = {
  largestFc: 100_000,
  memberDayFc: 200_000,
  dayFc: 1_000_000,
  addressDays: 7,
  accountDays: 30,
  quietDays: 7,
} as const satisfies PayoutRules;
const initialDays = 14;

const numbered = keysOf(payoutRuleWords);
interface WrittenRules {
  typed: Record<keyof PayoutRules, string>;
  lastDay: string;
}
type Draft = ResponseOf<typeof draftPayoutRules>["data"] & { rules: PayoutRules };

/** Rules are written with what they would have done beside them, and then read in words and signed. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const [today] = useState(() => indiaDayOf(new Date()));
  const [written, setWritten] = useState<WrittenRules>(() => ({
    typed: recordOf(numbered, (name) => initial[name].toLocaleString("en-IN")),
    lastDay: daysAfter(today, initialDays),
  }));
  const [draft, setDraft] = useState<Draft>();
  return (
    <Dialog title="Rules for payouts" isWide onClose={onClose}>
      {draft ? (
        <Stack>
          <RulesInWords rules={draft.rules} />
          <p>
            They end after {dayText(written.lastDay, "en")}. They count once a second approver has signed them
            as well; from then on anybody who decides withdrawals can stop them.
          </p>
          <SignRules text={draft.text} request={draft.request} onSigned={onClose}>
            <Button variant="default" onClick={() => setDraft(undefined)}>
              Change them
            </Button>
          </SignRules>
        </Stack>
      ) : (
        <RulesForm today={today} written={written} onWritten={setWritten} onDrafted={setDraft} />
      )}
    </Dialog>
  );
}

interface RulesFormProps {
  today: string;
  written: WrittenRules;
  onWritten: (written: WrittenRules) => void;
  onDrafted: (draft: Draft) => void;
}

function RulesForm({ today, written, onWritten, onDrafted }: RulesFormProps) {
  const { typed, lastDay } = written;
  const rules = recordOf(numbered, (name) => numberIn(typed[name]));
  const trial = useTrial(rules);
  const { busy, problem, submit } = useSubmit(async () => {
    const { data } = await call(draftPayoutRules, { body: { ...rules, lastDay } });
    onDrafted({ ...data, rules });
  });
  const wrong = problem instanceof ApiError ? problem.fields : {};
  return (
    <Form onSubmit={() => void submit()}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="1.5rem" verticalSpacing="lg">
        {numbered.map((name) => (
          <TextInput
            key={name}
            label={`${payoutRuleWords[name].label} (${payoutRuleWords[name].unit})`}
            description={`Would have stopped ${stoppedText(trial, name)}`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode="numeric"
            autoComplete="off"
            error={wrong[name]}
            value={typed[name]}
            onBlur={() => onWritten({ lastDay, typed: { ...typed, [name]: grouped(typed[name]) } })}
            onChange={({ currentTarget: { value } }) =>
              onWritten({ lastDay, typed: { ...typed, [name]: value } })
            }
          />
        ))}
        <TextInput
          type="date"
          label="Last day"
          min={today}
          error={wrong["lastDay"]}
          value={lastDay}
          onChange={({ currentTarget: { value } }) => onWritten({ typed, lastDay: value })}
        />
      </SimpleGrid>
      <Trial trial={trial} />
      <FormProblem error={problem} atFields />
      <SubmitButton busy={busy}>Read them and sign</SubmitButton>
    </Form>
  );
}

/** How many withdrawals the rules would have paid, and what the rules without a number would have stopped. */
function Trial({ trial }: { trial: PayoutRulesTrial | undefined }) {
  if (!trial) return null;
  const { asked, paid } = trial;
  return (
    <Note>
      <p>
        {asked.count === 0
          ? `Nobody has asked for coins in the last ${trialDays} days.`
          : `Of ${countText(asked)} in the last ${trialDays} days they would have paid ${countText(paid)}, by what the tables know.`}
      </p>
      {keysOf(fixedRuleWords).map((name) => (
        <p key={name}>
          “{fixedRuleWords[name].words}” would have stopped {stoppedText(trial, name)}.
        </p>
      ))}
    </Note>
  );
}

const countText = ({ count, amountFc }: PayoutRulesTrial["asked"]) =>
  `${count.toLocaleString("en-IN")} ${count === 1 ? "withdrawal" : "withdrawals"} (${coinsText(amountFc)})`;

/** What one rule would have stopped. */
function stoppedText(trial: PayoutRulesTrial | undefined, name: PayoutRuleName): string {
  const found = trial?.stopped.find(({ rule }) => rule === name);
  if (!found || found.count === 0) return "none";
  return `${countText(found)}, ${found.alone.toLocaleString("en-IN")} of them by this rule alone`;
}

function useTrial(rules: PayoutRules): PayoutRulesTrial | undefined {
  const [asked] = useDebouncedValue(rules, 400);
  const { data } = useQuery({
    queryKey: [...payoutsKey, "trial", asked],
    queryFn: async () => (await call(tryPayoutRules, { body: asked })).data,
    enabled: numbered.every((name) => Number.isFinite(asked[name])),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}

/** As lakh and crore, where it is a number. */
function grouped(typed: string): string {
  const number = numberIn(typed);
  return Number.isNaN(number) ? typed : number.toLocaleString("en-IN");
}

/** What is no number is refused by the server, beside its field. */
const numberIn = (typed: string) => Number(plainTyped(typed, { unit: "FC", decimals: 0 }) ?? Number.NaN);
