import {
  draftPayoutRules,
  payoutRules,
  stopPayoutRules,
  type PayoutRules,
  type PayoutRulesState,
} from "@fc/contract/withdraw/console-payout-rules";
import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { payoutsKey } from "./payout-queries.ts";
import { RulesDialog } from "./rules-dialog.tsx";
import { RulesInWords, SignRules } from "./rules-to-sign.tsx";

const rulesQuery = queryOptions({
  queryKey: [...payoutsKey, "rules"],
  queryFn: async () => (await call(payoutRules)).data,
  refetchInterval: 10_000,
  refetchOnMount: "always",
});

/** The rules by which the worker pays without a signature for each payout. */
export function RulesCard() {
  const { role } = useOperator();
  const { data: state } = useQuery({ ...rulesQuery, enabled: mayCall(role, payoutRules) });
  return state ? (
    <Card title="Paid automatically" aria-label="Paid automatically">
      <Rules state={state} />
    </Card>
  ) : null;
}

function Rules({ state: { inForce, waiting, isStopped, problem } }: { state: PayoutRulesState }) {
  const act = useAction(payoutsKey);
  const stop = (done: string) =>
    void act(async () => {
      await call(stopPayoutRules);
      return done;
    });
  if (inForce) {
    return (
      <>
        <BesideWords rules={inForce.rules}>
          <Figure label="Paid today" hint={`of ${coinsText(inForce.rules.dayFc)} a day`} strong>
            {coinsText(inForce.usedTodayFc)}
          </Figure>
          <SignedUntil shown={inForce} />
        </BesideWords>
        <Group>
          <Button
            variant="default"
            c="var(--fc-bad-text)"
            onClick={() => stop("Stopped. Every payout waits for an approver's signature")}
          >
            Stop paying automatically
          </Button>
        </Group>
      </>
    );
  }
  if (isStopped) {
    return (
      <Text c="dimmed">
        The rules were stopped: every payout waits for an approver's signature. New ones can be written within
        a minute, as soon as the worker has seen it.
      </Text>
    );
  }
  if (waiting) {
    return (
      <>
        {problem !== null && (
          <Note tone="bad">
            <p>The worker does not take these rules. {problem}.</p>
          </Note>
        )}
        <Text>
          {waiting.signedBy.length < 2
            ? "These rules wait for the signature of a second approver. Until then nothing is paid by them."
            : "These rules are signed. The worker looks at them within a minute."}
        </Text>
        <BesideWords rules={waiting.rules}>
          <SignedUntil shown={waiting} />
        </BesideWords>
        <SignRules text={waiting.text} request={waiting.request} isSigned={waiting.isSigned}>
          <Button variant="default" onClick={() => stop("Discarded. Its signatures count no more")}>
            Discard them
          </Button>
        </SignRules>
      </>
    );
  }
  return <NoRules />;
}

function NoRules() {
  const { role } = useOperator();
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <Text c="dimmed">
        No rules are in force: every payout waits for an approver's signature. With rules that two approvers
        have signed, the worker pays what fits by itself and leaves the rest to a person.
      </Text>
      {mayCall(role, draftPayoutRules) && (
        <Group>
          <Button variant="default" onClick={() => setIsWriting(true)}>
            Write rules
          </Button>
        </Group>
      )}
      {isWriting && <RulesDialog onClose={() => setIsWriting(false)} />}
    </>
  );
}

function BesideWords({ rules, children }: { rules: PayoutRules; children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="2.5rem" verticalSpacing="sm">
      <RulesInWords rules={rules} />
      <Figures>{children}</Figures>
    </SimpleGrid>
  );
}

function SignedUntil({ shown: { endsAt, signedBy } }: { shown: { endsAt: string; signedBy: string[] } }) {
  return (
    <>
      <Figure label="They end">{dateTimeText(endsAt, "en")}</Figure>
      <Figure label="Signed by">{signedBy.join(", ")}</Figure>
    </>
  );
}
