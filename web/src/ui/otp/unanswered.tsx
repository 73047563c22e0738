import type { OtpPurpose } from "@fc/contract/otp/portal";
import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { Card, Page } from "../layout/page.tsx";
import { Checking, NotDone } from "./checking.tsx";
import { heldStep, type HeldStep } from "./held-step.ts";
import { Requested } from "./requested.tsx";
import type { Done } from "./use-otp-change.ts";
import { useOwnOutcome } from "./use-outcome.ts";

interface UnansweredProps<Purpose extends OtpPurpose> {
  purposes: readonly Purpose[];
  userId: number;
  onDone: (purpose: Purpose, done: Done) => void;
  /** What the page offers once nothing is open any more. */
  children: (page: {
    /** A request that was sent and not done: its review opens again, and begins with a new key. */
    notDone: HeldStep<Purpose> | undefined;
    /** To be called where a review is left: if its outcome is not known, the page asks for that first. */
    onLeft: () => void;
  }) => ReactNode;
}

/** Before a page offers anything, it asks what became of a request whose answer was lost. */
export function Unanswered<Purpose extends OtpPurpose>(props: UnansweredProps<Purpose>) {
  const t = useT();
  const { purposes, userId, onDone, children } = props;
  const [open, setOpen] = useState(() => heldStep.unanswered(purposes, userId));
  /** Looked up and not done, which the member is being told. */
  const [givenUp, setGivenUp] = useState<HeldStep<Purpose>>();
  const [notDone, setNotDone] = useState<HeldStep<Purpose>>();
  if (open) {
    return (
      <LostAnswer
        key={open.key}
        step={open}
        onDone={(done) => {
          heldStep.drop(open);
          setNotDone(undefined);
          setOpen(heldStep.unanswered(purposes, userId));
          onDone(open.purpose, done);
        }}
        onNotDone={() => {
          heldStep.drop(open);
          setOpen(undefined);
          setGivenUp(open);
        }}
      />
    );
  }
  if (givenUp) {
    const goOn = () => {
      setGivenUp(undefined);
      setNotDone(givenUp.change && givenUp);
      setOpen(heldStep.unanswered(purposes, userId));
    };
    return (
      <Told>
        <Requested step={givenUp} />
        <NotDone />
        <Button onClick={goOn} fullWidth>
          {t("Continue")}
        </Button>
      </Told>
    );
  }
  return children({ notDone, onLeft: () => setOpen(heldStep.unanswered(purposes, userId)) });
}

interface LostAnswerProps {
  step: HeldStep;
  onDone: (done: Done) => void;
  onNotDone: () => void;
}

function LostAnswer({ step, onDone, onNotDone }: LostAnswerProps) {
  const t = useT();
  const { key, userId } = step;
  const { state = "checking", again } = useOwnOutcome({
    userId,
    key,
    onDone: (_, reference) => onDone({ reference }),
    onNotDone,
  });
  return (
    <Told>
      <Requested step={step} />
      <Checking state={state} />
      {state === "failed" && (
        <Button onClick={again} fullWidth>
          {t("Check again")}
        </Button>
      )}
    </Told>
  );
}

/** Stands in place of the page. */
function Told({ children }: { children: ReactNode }) {
  return (
    <Page width="form">
      <Card>
        <div className="stack">{children}</div>
      </Card>
    </Page>
  );
}
