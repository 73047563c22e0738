import { otpPurposes, type OtpPurpose, type RequestOutcome } from "@fc/contract/otp/portal";
import { Button, Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useReducer, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/session/member.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Card } from "../../ui/layout/page.tsx";
import { Checking, NotDone } from "../../ui/otp/checking.tsx";
import { outcomePlaces } from "../../ui/otp/code-state.ts";
import { heldStep, type HeldStep } from "../../ui/otp/held-step.ts";
import { Requested } from "../../ui/otp/requested.tsx";
import { settling } from "../../ui/otp/settling.ts";
import { useOutcome } from "../../ui/otp/use-outcome.ts";

/** These pages look up their own requests before they offer anything (`Unanswered`). */
const ownPages: Partial<Record<OtpPurpose, string>> = {
  withdraw: "/withdraw",
  "internal-transfer": "/withdraw",
  transfer: "/transfer-wallet",
  "staking-topup": "/transfer-wallet",
  staking: "/stacking",
};

/** On every page: what became of a request whose answer was lost, looked up as soon as there is a connection. */
export default function LostAnswers() {
  const { id: userId, lookUntil } = useMember();
  const queries = useQueryClient();
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath });
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => settling.subscribe(lookAgain), []);
  const [open, setOpen] = useState<HeldStep>();
  const [told, setTold] = useState<{ step: HeldStep; outcome: RequestOutcome }>();
  const isElsewhere = ({ purpose }: HeldStep) => ownPages[purpose] !== page;

  // The page may take its request up after we did. Two that tell of one would contradict each other.
  if (open && (!isElsewhere(open) || settling.has(open.key))) setOpen(undefined);
  if (!open && !told && lookUntil === null) {
    const lost = heldStep
      .all(otpPurposes, userId)
      .find((step) => step.isUnanswered && isElsewhere(step) && !settling.has(step.key));
    if (lost) setOpen(lost);
  }

  if (told) return <Told {...told} onClose={() => setTold(undefined)} />;
  if (!open) return null;
  return (
    <LookedUp
      key={open.key}
      step={open}
      onSettled={(outcome) => {
        heldStep.drop(open);
        setOpen(undefined);
        setTold({ step: open, outcome });
        if (outcome.state === "done") void queries.invalidateQueries();
      }}
    />
  );
}

interface LookedUpProps {
  step: HeldStep;
  onSettled: (outcome: RequestOutcome) => void;
}

function LookedUp({ step, onSettled }: LookedUpProps) {
  const { answerDueBy } = step;
  // Another tab may have sent it just now. Looked up, the request would be refused while it is on its way.
  const mayArrive = useCountdown(answerDueBy === undefined ? null : new Date(answerDueBy).toISOString()) > 0;
  return (
    <Frame step={step}>
      {mayArrive ? <Checking state="checking" /> : <LookUp step={step} onSettled={onSettled} />}
    </Frame>
  );
}

function LookUp({ step: { userId, key }, onSettled }: LookedUpProps) {
  const t = useT();
  const { state = "checking", again } = useOutcome({
    userId,
    key,
    onDone: (_, reference) => onSettled({ state: "done", reference }),
    onNotDone: () => onSettled({ state: "not-done" }),
  });
  return (
    <>
      <Checking state={state} />
      {state === "failed" && (
        <Button variant="default" onClick={again}>
          {t("Check again")}
        </Button>
      )}
    </>
  );
}

interface ToldProps {
  step: HeldStep;
  outcome: RequestOutcome;
  onClose: () => void;
}

function Told({ step, outcome, onClose }: ToldProps) {
  const t = useT();
  const place = outcomePlaces[step.purpose];
  return (
    <Frame step={step}>
      {outcome.state === "done" ? (
        <Note tone="good" live>
          <p>{t("We did not hear back from your last request, but it went through.")}</p>
          {outcome.reference === undefined ? (
            <Link className="link-button" to={place.path} onClick={onClose}>
              {t(place.label)}
            </Link>
          ) : (
            <Link
              className="link-button"
              to="/receipt/$reference"
              params={{ reference: outcome.reference }}
              onClick={onClose}
            >
              {t("Receipt {reference}", { reference: outcome.reference })}
            </Link>
          )}
        </Note>
      ) : (
        <NotDone />
      )}
      <Group>
        <Button variant="default" onClick={onClose}>
          {t("Close")}
        </Button>
      </Group>
    </Frame>
  );
}

function Frame({ step, children }: { step: HeldStep; children: ReactNode }) {
  const t = useT();
  return (
    <Stack m="1rem 1rem 0" maw="40rem">
      <Card aria-label={t("Your last request")}>
        <Requested step={step} />
        {children}
      </Card>
    </Stack>
  );
}
