import { noFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";
import { stakingPackagesUsd } from "@fc/contract/staking/portal";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode, type Ref } from "react";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { AmountField } from "../../../ui/money/amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { priceQuery } from "./queries.ts";
import {
  amountOf,
  amountTexts,
  customRemark,
  formProblem,
  ignoredBecause,
  others,
  type StakeForm,
} from "./stake-form.ts";
import { StepCard } from "./stake-steps.tsx";
import "./staking.css";

const ignoredTexts = {
  above: msg("More than $10,000 is not taken."),
  below: msg("Less than $0 is not taken."),
} as const;

interface AmountCardProps {
  form: StakeForm;
  onForm: (form: StakeForm) => void;
  /** What is wrong is told once the member wanted to go on. */
  wasTried: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The first step: a package, or an amount of the member's own. */
export function AmountCard({ form, onForm, wasTried, headingRef, children }: AmountCardProps) {
  const t = useT();
  const price = useQuery(priceQuery);
  const [ignored, setIgnored] = useState<keyof typeof ignoredTexts>();
  const problem = formProblem(form);
  const error = wasTried && problem ? t(problem) : undefined;
  const remark = error === undefined ? customRemark(form.custom) : undefined;
  const texts = amountTexts(amountOf(form), price.data);
  const todaysPrice = price.data && fcText(fcFromWire(price.data.cost) ?? noFc);
  return (
    <StepCard title={t("Staking Request")} headingRef={headingRef}>
      <div className="stake-amount">
        <Choices
          label={t("Package")}
          value={form.choice}
          onChange={(choice) => onForm({ ...form, choice })}
          options={[
            ...stakingPackagesUsd.map((usd) => ({
              value: String(usd),
              label: `$${usd.toLocaleString("en-IN")}`,
            })),
            { value: others, label: t("others") },
          ]}
          error={form.choice === others ? undefined : error}
        />
      </div>
      {form.choice === others && (
        <AmountField
          label={t("Amount in $")}
          unit="$"
          decimals={0}
          allowed={t("A multiple of $15, up to $10,000.")}
          remark={ignored ? t(ignoredTexts[ignored]) : remark && t(remark)}
          isFine={!problem}
          value={form.custom}
          onChange={(custom) => {
            const because = ignoredBecause(custom);
            setIgnored(because);
            if (because === undefined) onForm({ ...form, custom });
          }}
          error={error}
        />
      )}
      <div aria-live="polite">
        <Figures>
          {todaysPrice && <Figure label={t("Coin Today For $15")}>{todaysPrice}</Figure>}
          <Figure label={t("You stake")}>{problem ? "–" : texts.usd}</Figure>
          <Figure label={t("At today's price")} strong>
            {problem ? "–" : (texts.fc ?? (price.error ? t("Not known yet") : t("Loading...")))}
          </Figure>
        </Figures>
      </div>
      {price.error ? (
        <FormProblem error={price.error} />
      ) : (
        <p className="small dimmed">
          {t("What counts is the price at the moment your payment is approved.")}
        </p>
      )}
      {children}
    </StepCard>
  );
}
