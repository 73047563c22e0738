import { Button, Group, Stack } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { ErrorState } from "../feedback/problem.tsx";
import { PageSkeleton } from "../feedback/skeletons.tsx";
import { KeyHints, useKeys, type KeyHint } from "./keys.tsx";
import { NothingHere, QueueTools } from "./queue-tools.tsx";
import { PendingDecision, Queue, type QueueMarks } from "./queue.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Decision, QueuedRequest, RequestQueueState } from "./use-request-queue.ts";

/** A key that decides or marks the chosen request; only operators who may decide can use it. */
interface DecisionKey {
  key: string;
  effect: string;
  onPress: () => void;
}

interface RequestQueueProps<Request extends QueuedRequest, Acceptance, State extends string> {
  queue: RequestQueueState<Request, Acceptance, State>;
  /** Names the list for screen readers. */
  label: string;
  line: (request: Request) => ReactNode;
  /** The key A accepts; further ones are after R. */
  acceptKey: Omit<DecisionKey, "key">;
  furtherKeys?: readonly DecisionKey[];
  /** Keys of the chosen request's own parts, a picture for example. */
  detailHints?: readonly KeyHint[];
  marks?: QueueMarks<Request> | undefined;
  /** Above the list, for operators who may decide. */
  tools?: ReactNode;
  /** Accepts the chosen request, or says why that is not possible now. */
  acceptButton: ReactNode;
  /** The chosen request in full; its children are the buttons that decide it. */
  details: ComponentType<{ request: Request; children: ReactNode }>;
  rejectTitle: (request: Request) => string;
  /** What the decision that can still be undone does. */
  pendingText: (decision: Decision<Request, Acceptance>) => string;
}

/** A page where operators decide requests one after another, with the keyboard alone if they like. */
export function RequestQueue<Request extends QueuedRequest, Acceptance, State extends string>(
  props: RequestQueueProps<Request, Acceptance, State>,
) {
  const { queue, acceptKey, furtherKeys = [], detailHints = [], details: Details } = props;
  const { items, current, mayDecide, pending, undo, filter } = queue;
  const { data, error, refetch } = queue.result;
  useKeys({
    j: () => queue.move(1),
    k: () => queue.move(-1),
    a: mayDecide ? acceptKey.onPress : undefined,
    r: queue.startRejecting,
    u: undo,
    ...(mayDecide && Object.fromEntries(furtherKeys.map(({ key, onPress }) => [key, onPress]))),
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const decisionHints: KeyHint[] = [
    ["A", acceptKey.effect],
    ["R", "reject"],
    ...furtherKeys.map(({ key, effect }): KeyHint => [key.toUpperCase(), effect]),
    ["U", "undo"],
  ];
  const decisionButtons = mayDecide && (
    <Group gap="sm" className="queue-decision">
      {props.acceptButton}
      <Button variant="default" onClick={queue.startRejecting}>
        Reject
      </Button>
    </Group>
  );
  return (
    <Stack>
      <QueueTools filter={filter} />
      <KeyHints
        hints={[["J", "next"], ["K", "previous"], ...(mayDecide ? decisionHints : []), ...detailHints]}
      />
      {mayDecide && props.tools}
      {current ? (
        <Queue
          label={props.label}
          items={items}
          chosenId={current.id}
          onChoose={queue.choose}
          line={props.line}
          marks={mayDecide ? props.marks : undefined}
        >
          <Details key={current.id} request={current}>
            {decisionButtons}
          </Details>
        </Queue>
      ) : (
        <NothingHere filter={filter} />
      )}
      {queue.isRejecting && current && (
        <ReasonDialog
          title={props.rejectTitle(current)}
          label="Reason, as the member reads it"
          action="Reject"
          onClose={queue.stopRejecting}
          onGiven={(reason) => {
            queue.stopRejecting();
            queue.decide({ kind: "reject", reason, item: current });
          }}
        />
      )}
      {pending && <PendingDecision text={props.pendingText(pending)} onUndo={undo} />}
    </Stack>
  );
}
