import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { codeStates } from "../../ui/otp/code-state.ts";
import { keysOf } from "@fc/contract/sure";
import { Checking, NotDone } from "../../ui/otp/checking.tsx";
import { CodeDialog } from "../../ui/otp/code-dialog.tsx";
import { OtpStep } from "../../ui/otp/otp-step.tsx";
import { Requested } from "../../ui/otp/requested.tsx";
import { Unanswered } from "../../ui/otp/unanswered.tsx";
import type { OtpChange } from "../../ui/otp/use-otp-change.ts";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { MoneyPage } from "../../ui/money/money-page.tsx";
import { notEnoughCoins, Review } from "../../ui/money/review.tsx";
import { RecordForm } from "../../ui/record/record-form.tsx";
import { TextField } from "../../ui/form/fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { mailedCode, otpChange } from "../otp-change.ts";
import { inMinutes, limited, member, now } from "./examples.ts";
import { Section, State, States } from "./state.tsx";

const otp = (state: Partial<OtpChange> = {}) => otpChange(now, state);

const appCode = {
  value: "",
  problem: undefined,
  isRecovery: false,
  set: () => undefined,
  chooseRecovery: () => undefined,
  isEmpty: () => false,
  verify: async () => undefined,
  refuse: () => false,
  reset: () => undefined,
};

const steps: readonly [string, Partial<OtpChange>][] = [
  ["Sent", { mailed: mailedCode({ value: "" }) }],
  ["With the app's code", { appCode }],
  ["With a recovery code", { appCode: { ...appCode, isRecovery: true } }],
  ...keysOf(codeStates).map((reason): [string, Partial<OtpChange>] => [
    `Refused: ${reason}`,
    { mailed: mailedCode({ problem: "Please enter valid OTP", refusal: { reason, triesLeft: 2 } }) },
  ]),
  ["The form was changed", { step: "form", outdated: true }],
  ["Waits to be sent", { step: "form", sendsAt: inMinutes(1) }],
  ["A limit", { step: "form", limited }],
  ["A passkey signs", { passkey: { isNext: true, problem: undefined, switchToMail: async () => undefined } }],
  ["The same was done before", { step: "repeated", earlier: { at: inMinutes(-4), reference: "TR-4K7Q-2M" } }],
  ["Not done", { isNotDone: true, mailed: mailedCode({ value: "" }) }],
  ["Its answer was lost", { step: "lost", outcome: "checking" }],
  ["Its answer was lost, and nobody answers", { step: "lost", outcome: "failed" }],
];

export function Codes() {
  return (
    <Section title="Codes">
      {steps.map(([name, state]) => (
        <State key={name} name={name}>
          <OtpStep otp={otp(state)} />
        </State>
      ))}
      <State name="A request whose answer was lost">
        <Requested
          step={{
            key: "",
            purpose: "transfer",
            userId: member.id,
            change: { userId: member.id, toRefId: "FC9T3B5X", amount: 1_500 },
            isUnanswered: true,
            keptAt: now,
          }}
        />
        <Checking state="checking" />
        <NotDone />
      </State>
      <State name="A record's form, with its code">
        <RecordForm
          otp={otp()}
          submit={async (event) => event.preventDefault()}
          action="Update Profile"
          onCancel={() => undefined}
        >
          <TextField label="City" defaultValue="Pune" />
        </RecordForm>
      </State>
      <State name="A page that moves coins, while nothing is open">
        <Money />
      </State>
      <States name="In a dialog">
        <Opener name="A review">
          {(close) => (
            <Review
              title="Transfer"
              otp={otp({ step: "form", sent: undefined })}
              action="Transfer"
              takeBack="You can cancel it until we begin to pay it."
              onClose={close}
            >
              <Reviewed />
            </Review>
          )}
        </Opener>
        <Opener name="A review that is over">
          {(close) => (
            <Review
              title="Transfer"
              otp={otp()}
              action="Transfer"
              impossible={notEnoughCoins}
              onClose={close}
            >
              <Reviewed />
            </Review>
          )}
        </Opener>
        <Opener name="A code">
          {(close) => (
            <CodeDialog title="Undo the stake" action="Undo the stake" otp={otp()} onClose={close}>
              <p>The coins go back to the staking wallet.</p>
            </CodeDialog>
          )}
        </Opener>
      </States>
    </Section>
  );
}

function Reviewed() {
  return (
    <Figures>
      <Figure label="Receiver" hint="FC9T3B5X">
        Ravi K.
      </Figure>
      <Figure label="Amount" strong>
        1,500 FC
      </Figure>
    </Figures>
  );
}

function Money() {
  const query = useQuery({ queryKey: ["parts", "money"], queryFn: () => "12,500 FC" });
  return (
    <MoneyPage query={query} purposes={["withdraw"]}>
      {({ data }) => (
        <Unanswered purposes={["transfer"]} userId={member.id} onDone={() => undefined}>
          {() => <p>Its form: {data}</p>}
        </Unanswered>
      )}
    </MoneyPage>
  );
}

/** A button for what is shown above the page. */
export function Opener({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
