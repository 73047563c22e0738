import { savePlanDraft } from "@fc/contract/plan/console";
import { planFigurePaths, planFigures, type PlanRules } from "@fc/contract/plan/rules";
import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { fieldsOf, rulesOf, type PlanFields, type PlanProblems } from "./plan-form.ts";
import { useDraftChange } from "./use-draft-change.ts";

interface PlanEditorProps {
  /** The revision of the draft that is shown; 0 if there is no draft yet. */
  revision: number;
  rules: PlanRules;
  onClose: () => void;
}

export function PlanEditor({ revision: shown, rules, onClose }: PlanEditorProps) {
  const [fields, setFields] = useState(() => fieldsOf(rules));
  const [problems, setProblems] = useState<PlanProblems>({});
  const { busy, problem, submit } = useDraftChange(
    shown,
    (revision: number, typed: PlanRules) => call(savePlanDraft, { body: { revision, rules: typed } }),
    onClose,
  );
  const save = () => {
    const typed = rulesOf(fields);
    setProblems(typed.problems ?? {});
    if (typed.rules) void submit(typed.rules);
  };
  return (
    <Dialog title="Draft of the plan" onClose={onClose}>
      <Form onSubmit={save}>
        <SimpleGrid minColWidth="11rem" spacing="md" verticalSpacing="sm" style={{ alignItems: "end" }}>
          {planFigurePaths.map((path) => (
            <FigureField
              key={path}
              label={planFigures[path].label.en}
              unit={planFigures[path].unit}
              value={fields[path]}
              problem={problems[path]}
              onChange={(value) => setFields({ ...fields, [path]: value })}
            />
          ))}
        </SimpleGrid>
        <Offers
          offers={fields.offers}
          problems={problems}
          onOffers={(offers) => setFields({ ...fields, offers })}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Save the draft</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface OffersProps {
  offers: PlanFields["offers"];
  problems: PlanProblems;
  onOffers: (offers: PlanFields["offers"]) => void;
}

function Offers({ offers, problems, onOffers }: OffersProps) {
  const change = (id: number, to: { matched?: string; reward?: string }) =>
    onOffers(offers.map((offer) => (offer.id === id ? { ...offer, ...to } : offer)));
  return (
    <Fieldset variant="unstyled" legend="Offers: the reward at so much matched business, in rising order">
      <Stack gap="sm">
        {offers.map(({ id, matched, reward }, at) => (
          <Group key={id} gap="sm" align="flex-end" wrap="nowrap">
            <FigureField
              label="At"
              unit="$"
              value={matched}
              problem={problems[`offers.${at}.matchedUsdCents`]}
              onChange={(value) => change(id, { matched: value })}
            />
            <FigureField
              label="Reward"
              unit="$"
              value={reward}
              problem={problems[`offers.${at}.rewardUsdCents`]}
              onChange={(value) => change(id, { reward: value })}
            />
            <button
              type="button"
              className="link-button"
              aria-label={`Remove the offer at $${matched}`}
              onClick={() => onOffers(offers.filter((offer) => offer.id !== id))}
            >
              Remove
            </button>
          </Group>
        ))}
        {problems["offers"] !== undefined && (
          <Text size="sm" role="alert">
            {problems["offers"]}
          </Text>
        )}
        <Button
          variant="default"
          onClick={() =>
            onOffers([
              ...offers,
              { id: Math.max(-1, ...offers.map(({ id }) => id)) + 1, matched: "", reward: "" },
            ])
          }
        >
          Add an offer
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface FigureFieldProps {
  label: string;
  unit: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function FigureField({ label, unit, value, problem, onChange }: FigureFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={value}
      error={problem}
      rightSection={
        <Text component="span" c="dimmed">
          {unit}
        </Text>
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
