import { memberSignals as memberSignalsRoute, type Signal } from "@fc/contract/signals/console";
import { signalRules } from "@fc/contract/signals/console-rules";
import { Anchor, Flex, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { mayCall, useOperator } from "../../lib/session/operator.ts";
import { StateTag } from "../../ui/content/state-tag.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { memberSignalsQuery } from "./queries.ts";
import { Score } from "./score.tsx";
import { signalDetail } from "@fc/contract/signals/console-text";

/** Whether this operator may see signals at all. */
export function useMayInvestigate(): boolean {
  const { role } = useOperator();
  return mayCall(role, memberSignalsRoute);
}

/** Beside a request: what its member's score consists of, each with its evidence. Nothing where there is none. */
export function RequestSignals({ refId }: { refId: string }) {
  const { data } = useQuery({ ...memberSignalsQuery(refId), enabled: useMayInvestigate() });
  const open = data?.signals.filter(({ isOpen }) => isOpen) ?? [];
  if (!data || open.length === 0) return null;
  return (
    <Note tone="bad">
      <strong>Signals, score {data.score}</strong>
      {byRule(open).map(([rule, signals]) => (
        <p key={rule}>
          <RuleSignals signals={signals} />
        </p>
      ))}
    </Note>
  );
}

/** On the member's page: all signals, those that look fine as well. */
export function AllSignals({ refId }: { refId: string }) {
  const { data, error, refetch } = useQuery(memberSignalsQuery(refId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.signals.length === 0) return <Text c="dimmed">No rule has found anything.</Text>;
  return (
    <>
      <Group>
        {data.score === 0 ? <Text c="dimmed">All of it looks fine.</Text> : <Score score={data.score} />}
      </Group>
      <ul className="plain-list ruled-list">
        {[true, false].flatMap((isOpen) =>
          byRule(data.signals.filter((signal) => signal.isOpen === isOpen)).map(([rule, signals]) => (
            <Flex component="li" key={`${rule} ${isOpen}`} justify="space-between" align="center" gap="sm">
              <RuleSignals signals={signals} />
              {!isOpen && <StateTag status="A">Looks fine</StateTag>}
            </Flex>
          )),
        )}
      </ul>
    </>
  );
}

function byRule(signals: readonly Signal[]) {
  return [...Map.groupBy(signals, ({ rule }) => rule)];
}

/** All that one rule has found, named once: each finding is a link to its evidence. */
function RuleSignals({ signals }: { signals: readonly Signal[] }) {
  const [first, ...others] = signals;
  if (!first) return null;
  return (
    <span>
      <SignalLink signal={first} />
      {others.map((signal) => (
        <Fragment key={signal.id}>
          {" · "}
          <EvidenceLink signal={signal}>{signalDetail(signal)}</EvidenceLink>
        </Fragment>
      ))}
    </span>
  );
}

export function SignalLink({ signal }: { signal: Signal }) {
  return (
    <EvidenceLink signal={signal}>
      {signalRules[signal.rule].label}:{" "}
      <Text span inherit c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {signalDetail(signal)}
      </Text>
    </EvidenceLink>
  );
}

function EvidenceLink({ signal, children }: { signal: Signal; children: ReactNode }) {
  const evidence: string = `/signals/${signal.id}`;
  return (
    <Anchor component={Link} to={evidence} display="inline-block" py={4}>
      {children}
    </Anchor>
  );
}
