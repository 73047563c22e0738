import { type Fc, type UsdCents, asFc, asUsdCents, noFc, plus } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { shareInPayersFavour } from "@fc/contract/money";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import { coverageBasisPoints, planFigures, rosDays, type RosTerms } from "@fc/contract/plan/rules";
import { percentText } from "@fc/contract/plan/difference";
import { pairStepOf, rosOfStakeFc, type CreditReason, type CreditReasons } from "@fc/contract/reports/why";
import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { dayText } from "../../lib/format/dates.ts";
import { useLanguage, useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { Figure, Figures } from "../money/figures.tsx";

interface StepsProps<Kind extends RewardKind> {
  reason: CreditReasons[Kind];
}

/** What a reward of each kind was computed from. */
const stepsByKind: { readonly [Kind in RewardKind]: (props: StepsProps<Kind>) => ReactNode } = {
  ros: RosSteps,
  direct_bonus: DirectSteps,
  pair_matching: PairSteps,
  offer_reward: OfferSteps,
};

export function KindSteps<Kind extends RewardKind>({ kind, reason }: StepsProps<Kind> & { kind: Kind }) {
  const Steps: (props: StepsProps<Kind>) => ReactNode = stepsByKind[kind];
  return <Steps reason={reason} />;
}

/** Each stake's return, and their sum where there are several. */
function RosSteps({ reason: { stakes } }: StepsProps<"ros">) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <Figures>
      {stakes.map((stake) => (
        <Figure
          key={stake.id}
          label={t("Stake of {day}", { day: dayText(stake.startedOn, i18n.locale) })}
          note={
            <>
              {`${fcText(asFc(BigInt(stake.principalFc)))} × ${percentText(shareOfDay(stake.terms, stake.dayNumber))}`}
              <br />
              {t("Day {number} of {days}, by the terms of plan version {version}", {
                number: stake.dayNumber,
                days: rosDays(stake.terms),
                version: stake.planVersion,
              })}
            </>
          }
        >
          {fcText(rosOfStakeFc(stake))}
        </Figure>
      ))}
      {stakes.length > 1 && (
        <Figure label={t("Together")}>
          {fcText(stakes.reduce((sum, stake) => plus(sum, rosOfStakeFc(stake)), noFc))}
        </Figure>
      )}
    </Figures>
  );
}

/** The daily share; on the last day, what is left up to the limit. */
function shareOfDay({ dailyBasisPoints, limitBasisPoints }: RosTerms, dayNumber: number): number {
  return Math.min(dailyBasisPoints, limitBasisPoints - (dayNumber - 1) * dailyBasisPoints);
}

function DirectSteps({ reason }: StepsProps<"direct_bonus">) {
  const t = useT();
  const { label, of } = planFigures["directBonus.basisPoints"];
  return (
    <Figures>
      <Figure label={t("Stake of {refId}", { refId: reason.refId })}>
        {usdText(asUsdCents(BigInt(reason.principalUsdCents)))}
      </Figure>
      <Figure label={label[useLanguage()]}>{percentText(of(reason.rules))}</Figure>
    </Figures>
  );
}

const legRows = [
  { label: msg("Business of the leg"), left: "leftUsdCents", right: "rightUsdCents" },
  { label: msg("Taken on earlier days"), left: "consumedUsdCents", right: "consumedUsdCents" },
] as const;

/** Both legs before and after, then what the weaker one earned and what the cap left of it. */
function PairSteps({ reason }: StepsProps<"pair_matching">) {
  const t = useT();
  const pair = pairStepOf(reason);
  const { basisPoints, capOwnStakeBasisPoints, capUsdCents } = reason.rules.pairMatching;
  const rows = [
    ...legRows.map(
      ({ label, left, right }) =>
        [label, asUsdCents(BigInt(reason[left])), asUsdCents(BigInt(reason[right]))] as const,
    ),
    [msg("Unmatched before"), pair.carriedLeftUsdCents, pair.carriedRightUsdCents],
    [msg("Taken on this day"), pair.takenUsdCents, pair.takenUsdCents],
    [msg("Carried forward"), pair.leftAfterUsdCents, pair.rightAfterUsdCents],
  ] as const;
  return (
    <>
      <table className="why-legs">
        <thead>
          <tr>
            <td />
            <th scope="col">{t("Left")}</th>
            <th scope="col">{t("Right")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, left, right]) => (
            <tr key={label}>
              <th scope="row">{t(label)}</th>
              <td>{usdText(left)}</td>
              <td>{usdText(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Figures>
        <Figure
          label={t("Weaker leg × {share}", { share: percentText(basisPoints) })}
          note={`${usdText(pair.takenUsdCents)} × ${percentText(basisPoints)}`}
        >
          {usdText(shareInPayersFavour(pair.takenUsdCents, BigInt(basisPoints), 10_000n))}
        </Figure>
        <Figure
          label={t("Cap of the day")}
          note={t("{share} of your own stake of {stake}, at most {most}", {
            share: percentText(capOwnStakeBasisPoints),
            stake: usdText(asUsdCents(BigInt(reason.ownStakeUsdCents))),
            most: usdText(asUsdCents(BigInt(capUsdCents))),
          })}
        >
          {usdText(pair.capUsdCents)}
        </Figure>
        <Figure
          label={t("Flushed")}
          note={
            pair.flushedUsdCents > 0n
              ? t("Business beyond the cap: it earns nothing and is not carried forward")
              : t("All of it was within the cap")
          }
        >
          {usdText(pair.flushedUsdCents)}
        </Figure>
        <Figure label={t("Matched, and counted for offers")}>{usdText(pair.matchedUsdCents)}</Figure>
      </Figures>
    </>
  );
}

function OfferSteps({ reason }: StepsProps<"offer_reward">) {
  const t = useT();
  return (
    <Figures>
      <Figure label={t("Matched business before")}>
        {usdText(asUsdCents(BigInt(reason.matchedBeforeUsdCents)))}
      </Figure>
      <Figure label={t("Matched business after")}>
        {usdText(asUsdCents(BigInt(reason.matchedAfterUsdCents)))}
      </Figure>
      <Figure label={t("Offer reached, once")}>{usdText(asUsdCents(BigInt(reason.offerAtUsdCents)))}</Figure>
    </Figures>
  );
}

/** A reward in dollars, and what that was in coins at the day's price. */
export function PriceSteps(props: { reason: CreditReason; dueUsdCents: UsdCents; dueFc: Fc }) {
  const { reason, dueUsdCents, dueFc } = props;
  const t = useT();
  const priceText = fcText(asFc(BigInt(reason.fcFor15Usd)));
  return (
    <>
      <Figure label={t("Reward")}>{usdText(dueUsdCents)}</Figure>
      <Figure label={t("In FC, at the day's price")} note={`${usdText(dueUsdCents)} ÷ $15 × ${priceText}`}>
        {fcText(dueFc)}
      </Figure>
    </>
  );
}

/** What the pool held for everybody's rewards of the day. */
export function CoverageSteps({ reason, dueFc }: { reason: CreditReason; dueFc: Fc }) {
  const t = useT();
  const coverage = { dueFc: asFc(BigInt(reason.dueFc)), availableFc: asFc(BigInt(reason.availableFc)) };
  const isShort = coverage.availableFc < coverage.dueFc;
  return (
    <>
      <Figure label={t("All members' rewards of the day")}>{fcText(coverage.dueFc)}</Figure>
      <Figure label={t("In the rewards pool")}>{fcText(coverage.availableFc)}</Figure>
      <Figure
        label={t("Coverage")}
        note={
          isShort
            ? `${fcText(dueFc)} × ${fcText(coverage.availableFc)} ÷ ${fcText(coverage.dueFc)}`
            : t("The pool paid every reward in full")
        }
      >
        {percentText(coverageBasisPoints(coverage))}
      </Figure>
    </>
  );
}
