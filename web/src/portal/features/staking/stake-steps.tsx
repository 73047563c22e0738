import { Button, Group, Stepper } from "@mantine/core";
import { useEffect, useRef, type ReactNode, type Ref, type RefObject } from "react";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { stakeSteps, type StakeStep } from "./kept-stake.ts";
import type { amountTexts } from "./stake-form.ts";
import "@mantine/core/styles/Stepper.layer.css";

const stepLabels = {
  amount: msg("Amount"),
  pay: msg("Pay"),
  proof: msg("Proof"),
} as const satisfies Record<StakeStep, string>;

interface StepsProps {
  step: StakeStep;
  /** Once there is an amount, every step can be opened. */
  canGoOn: boolean;
  onStep: (step: StakeStep) => void;
}

export function Steps({ step, canGoOn, onStep }: StepsProps) {
  const t = useT();
  return (
    <Stepper
      active={stakeSteps.indexOf(step)}
      onStepClick={(at) => onStep(stakeSteps[at] ?? "amount")}
      size="sm"
      maw="40rem"
      w="100%"
      labelPosition="bottom"
    >
      {stakeSteps.map((name) => (
        <Stepper.Step
          key={name}
          label={t(stepLabels[name])}
          allowStepSelect={canGoOn || name === "amount"}
          aria-current={name === step ? "step" : undefined}
        />
      ))}
    </Stepper>
  );
}

interface StepCardProps {
  title: string;
  /** Gets the focus when this step is gone to. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  children: ReactNode;
}

export function StepCard({ title, headingRef, children }: StepCardProps) {
  return (
    <Card aria-label={title}>
      <h2 className="card-title" ref={headingRef} tabIndex={-1} style={{ outline: "none" }}>
        {title}
      </h2>
      {children}
    </Card>
  );
}

export function StepButtons({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const t = useT();
  return (
    // On a phone the longer words of the step get what the way back does not need.
    <Group grow preventGrowOverflow={false} wrap="nowrap">
      <Button variant="default" flex="none" onClick={onBack}>
        {t("Back")}
      </Button>
      {children}
    </Group>
  );
}

/** What was chosen, beside the steps that follow. */
export function StakeSummary({ texts }: { texts: ReturnType<typeof amountTexts> }) {
  const t = useT();
  return (
    <Card>
      <Figures>
        <Figure label={t("You stake")} strong>
          {texts.usd}
        </Figure>
        {texts.fc && <Figure label={t("At today's price")}>{texts.fc}</Figure>}
        {texts.inr && <Figure label={t("In rupees")}>{texts.inr}</Figure>}
      </Figures>
    </Card>
  );
}

/** The heading of a step that was gone to gets the focus, so that it is read out; a page that opens leaves it alone. */
export function useStepFocus(step: StakeStep): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return heading;
}
