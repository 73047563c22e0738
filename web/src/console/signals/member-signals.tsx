import { memberSignals as memberSignalsRoute, type Signal } from "@fc/contract/signals/console";
import { signalRules } from "@fc/contract/signals/console-rules";
import { Anchor, Flex, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
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
      {open.map((signal) => (
        <p key={signal.id}>
          <SignalLink signal={signal} />
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
        {data.signals.map((signal) => (
          <Flex component="li" key={signal.id} justify="space-between" align="center" gap="sm">
            <SignalLink signal={signal} />
            {!signal.isOpen && <StateTag status="A">Looks fine</StateTag>}
          </Flex>
        ))}
      </ul>
    </>
  );
}

export function SignalLink({ signal }: { signal: Signal }) {
  const evidence: string = `/signals/${signal.id}`;
  return (
    <Anchor component={Link} to={evidence} display="inline-block" py={4}>
      {signalRules[signal.rule].label}:{" "}
      <Text span inherit c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {signalDetail(signal)}
      </Text>
    </Anchor>
  );
}
