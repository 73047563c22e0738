import { asFc } from "@fc/contract/units";
import { keysOf } from "@fc/contract/sure";
import { Chart } from "../../ui/chart/chart.tsx";
import { ChartOutline } from "../../ui/chart/chart-outline.tsx";
import { EmailText } from "../../ui/content/email-text.tsx";
import { QrCode } from "../../ui/content/qr-code.tsx";
import { ShortHex } from "../../ui/content/short-hex.tsx";
import { ActivityLink } from "../../ui/money/activity-link.tsx";
import { CancelRequest } from "../../ui/money/cancel-request.tsx";
import { Coins, Figure, Figures as FigureList } from "../../ui/money/figures.tsx";
import { LeadFigure } from "../../ui/money/lead-figure.tsx";
import { receiptLink } from "../../ui/money/receipt-link.tsx";
import { RequestTimeline } from "../../ui/money/request-timeline.tsx";
import { RoundedAmount } from "../../ui/money/rounded-amount.tsx";
import { StakeProgress } from "../../ui/money/stake-life.tsx";
import { StatusTag, Timeline } from "../../ui/money/timeline.tsx";
import { WalletTotal } from "../../ui/money/wallet-total.tsx";
import { Fact, Facts, NotGiven } from "../../ui/record/facts.tsx";
import { TaxSentence } from "../../ui/why/tax-sentence.tsx";
import { inMinutes, life } from "./examples.ts";
import { Section, State, States } from "./state.tsx";

const days = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov`);
const values = days.map((_, index) => 900_000 + index * 12_345 + (index % 7) * 20_000);

const outcomes = {
  pending: { status: "P", respondedAt: null, reason: null },
  paid: { status: "A", respondedAt: inMinutes(-30), reason: null },
  rejected: { status: "R", respondedAt: inMinutes(-30), reason: "The address is of another network." },
} as const;

export function Figures() {
  return (
    <>
      <Section title="Figures">
        <State name="The one that leads a card: short, and longer than its card">
          <LeadFigure figure="12,500" unit="FC" />
          <div style={{ maxWidth: "14rem" }}>
            <LeadFigure figure="1,27,91,98,38,000.1234" unit="FC" />
          </div>
        </State>
        <States name="In words, and rounded: a tap shows it exactly">
          <Coins coins={1_27_91_983.8} />
          <RoundedAmount value={1_27_91_983.8} />
          <RoundedAmount value={450} unit="$" isPublic />
        </States>
        <State name="A wallet">
          <WalletTotal
            title="Earning Wallet"
            report={{ to: "/earning-report", label: "Earning Wallet Report" }}
            figure="1,27,91,983.8"
            unit="FC"
          />
        </State>
        <State name="A calculation">
          <FigureList>
            <Figure label="Amount">1,00,00,000 FC</Figure>
            <Figure label="Fee" hint="of each withdrawal">
              2,00,000 FC
            </Figure>
            <Figure label="You receive" strong note="1,00,00,000 − 2,00,000">
              98,00,000 FC
            </Figure>
            <Figure label="To" wide>
              <span className="unit-id">0x52908400098527886E0F7030069857D2E4169EE7</span>
            </Figure>
          </FigureList>
        </State>
        <State name="A tax in words">
          <TaxSentence
            facts={{
              section: "194S",
              ratePercent: 5,
              thresholdPaise: 1_000_000n,
              taxedFc: asFc(10_000_000n),
              earlierFc: asFc(0n),
            }}
          />
        </State>
        <State name="A stake: running, ended">
          <StakeProgress life={life} />
          <StakeProgress life={{ ...life, day: life.days, returned: life.whole }} isEnded />
        </State>
      </Section>
      <Section title="Records">
        <State name="What is known">
          <Facts>
            <Fact label="Name" id="FC4K7Q2M">
              Asha Verma
            </Fact>
            <Fact label="E-mail">
              <EmailText email="lakshmi.subrahmanyam@example.com" />
            </Fact>
            <Fact label="Address">
              <NotGiven />
            </Fact>
          </Facts>
        </State>
        <States name="Its state, its receipt, its way to the activity, and what is copied">
          <StatusTag status="P" />
          {receiptLink({ reference: "TR-4K7Q-2M" })}
          <ActivityLink />
          <ShortHex text="0x52908400098527886E0F7030069857D2E4169EE7" copyLabel="Copy the address" />
        </States>
        <States name="Taken back">
          <CancelRequest kind="withdrawal" reference="WD-4K7Q-2M" amount="60,00,000 FC" isPossible />
        </States>
        {keysOf(outcomes).map((name) => (
          <State key={name} name={`A withdrawal: ${name}`}>
            <RequestTimeline
              request={{
                kind: "withdrawal",
                isCancelled: false,
                requestedAt: inMinutes(-60),
                ...outcomes[name],
              }}
            />
          </State>
        ))}
        <State name="Any steps: done, waiting, refused">
          <Timeline
            label="Steps"
            steps={[
              { title: "Submitted", note: "10:30 am", state: "done" },
              { title: "In review", note: "by tomorrow", state: "waiting" },
              { title: "Rejected", note: "The photo cannot be read", state: "refused" },
            ]}
          />
        </State>
        <State name="A code for a phone">
          <QrCode text="https://example.com/referral-link/FC4K7Q2M/left" label="Left referral link" />
        </State>
      </Section>
      <Section title="Charts">
        <State name="Not seen yet, loading">
          <ChartOutline height={112} isUnseen />
          <ChartOutline height={112} />
        </State>
        <State name="A line">
          <Chart {...chart} series={[{ label: "Wallets", colour: "brand", shape: "steps", values }]} />
        </State>
        <State name="Bars of several series, with a mark">
          <Chart
            {...chart}
            series={[
              { label: "ROS", colour: "brand", shape: "bars", values },
              { label: "Direct", colour: "sky", shape: "bars", values: values.map((value) => value / 3) },
              { label: "Pairs", colour: "leaf", shape: "bars", values: values.map((value) => value / 5) },
              { label: "Offers", colour: "amber", shape: "bars", values: values.map((value) => value / 9) },
            ]}
            marks={[{ at: 12, text: "Withdrawn: 50,000 FC" }]}
            marksLabel="Withdrawn"
          />
        </State>
      </Section>
    </>
  );
}

const chart = {
  label: "All wallets",
  summary: "All wallets, day by day",
  points: days,
  text: (value: number) => `${Math.round(value).toLocaleString("en-IN")} FC`,
  scaleText: (value: number) => `${Math.round(value / 1000)}k`,
  tableHeading: "Day",
};
