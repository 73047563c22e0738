import { type UsdCents, asUsdCents } from "@fc/contract/units";
import { SimpleGrid } from "@mantine/core";
import { fcText, usdText } from "@fc/contract/amount-text";
import { rewardFc, type PlanVersion } from "@fc/contract/plan/rules";
import { percentText } from "@fc/contract/plan/difference";
import { useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { AmountField } from "../../../ui/money/amount-field.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { computeRewards, type Assumptions } from "./calculation.ts";

type Plan = PlanVersion & { fcFor15Usd: string | null };

/** What the plan would pay for the member's own figures, by the closing's rules, in the browser. */
export function Calculator({ plan }: { plan: Plan }) {
  const t = useT();
  const [assumptions, setAssumed] = useState<Assumptions>({
    stake: "150",
    direct: "150",
    left: "1,500",
    right: "3,000",
  });
  const field = (name: keyof Assumptions, label: string) => (
    <AmountField
      label={label}
      unit="$"
      decimals={2}
      value={assumptions[name]}
      onChange={(value) => setAssumed({ ...assumptions, [name]: value })}
    />
  );
  return (
    <section className="card stack">
      <h2 className="card-title">{t("Calculator")}</h2>
      <Note>
        {t(
          "Rewards are paid from the rewards pool and never beyond it. On a day that the pool does not cover, everybody gets the same share, so real rewards can be less than computed here. This is no promise.",
        )}
      </Note>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <div className="stack">
          {field("stake", t("Your stake"))}
          {field("direct", t("Stake of a member you sponsor"))}
          {field("left", t("New business, left leg"))}
          {field("right", t("New business, right leg"))}
        </div>
        <Outcome assumptions={assumptions} plan={plan} />
      </SimpleGrid>
    </section>
  );
}

function Outcome({ assumptions, plan }: { assumptions: Assumptions; plan: Plan }) {
  const t = useT();
  const { rules } = plan;
  const price = plan.fcFor15Usd === null ? undefined : BigInt(plan.fcFor15Usd);
  const { ros, days, directUsdCents, pair, offers } = computeRewards(assumptions, rules, price);
  const coins = (usdCents: UsdCents): ReactNode =>
    price === undefined ? undefined : fcText(rewardFc(usdCents, price));
  const { basisPoints } = rules.pairMatching;
  const carried =
    pair.leftAfterUsdCents > pair.rightAfterUsdCents ? pair.leftAfterUsdCents : pair.rightAfterUsdCents;
  return (
    <div aria-live="polite">
      <Figures>
        <Figure
          label={t("Daily ROS")}
          strong
          note={ros && `${fcText(ros.principalFc)} × ${percentText(rules.ros.dailyBasisPoints)}`}
        >
          {ros ? fcText(ros.dailyFc) : t("No price is set yet")}
        </Figure>
        <Figure
          label={t("Days until {limit}", { limit: percentText(rules.ros.limitBasisPoints) })}
          note={ros && t("{total} in all, if the pool covers every day", { total: fcText(ros.totalFc) })}
        >
          {days.toLocaleString("en-IN")}
        </Figure>
        <Figure label={t("Direct bonus")} strong note={coins(directUsdCents)}>
          {usdText(directUsdCents)}
        </Figure>
        <Figure
          label={t("Pair matching")}
          strong
          note={
            <>
              {`${usdText(pair.takenUsdCents)} × ${percentText(basisPoints)}`}
              <br />
              {coins(pair.bonusUsdCents)}
            </>
          }
        >
          {usdText(pair.bonusUsdCents)}
        </Figure>
        <Figure label={t("Cap of the day")}>{usdText(pair.capUsdCents)}</Figure>
        <Figure label={t("Flushed")}>{usdText(pair.flushedUsdCents)}</Figure>
        <Figure label={t("Carried forward")}>{usdText(carried)}</Figure>
        {offers.map(({ matchedUsdCents, rewardUsdCents }) => (
          <Figure
            key={matchedUsdCents}
            label={t("Offer at {matched} of matched business", {
              matched: usdText(asUsdCents(BigInt(matchedUsdCents))),
            })}
            strong
            note={coins(asUsdCents(BigInt(rewardUsdCents)))}
          >
            {usdText(asUsdCents(BigInt(rewardUsdCents)))}
          </Figure>
        ))}
      </Figures>
    </div>
  );
}
