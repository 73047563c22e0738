import { Button, Group, Stack, Text } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { ErrorState } from "../feedback/problem.tsx";
import { PageSkeleton } from "../feedback/skeletons.tsx";
import { KeyHints, useKeys, type KeyHint } from "./keys.tsx";
import { NothingHere, QueueTools } from "./queue-tools.tsx";
import { PendingDecision, Queue, QueueStatus } from "./queue.tsx";
import { ReasonDialog, type ReasonsProps } from "./reason-dialog.tsx";
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
  renderLine: (request: Request) => ReactNode;
  /** The key A accepts; further ones are after R. */
  acceptKey: Omit<DecisionKey, "key">;
  furtherKeys?: readonly DecisionKey[];
  /** Keys of the chosen request's own parts, a picture for example. */
  detailHints?: readonly KeyHint[];
  /** Several can be marked and rejected together. Accepting several is not offered: an operator should have seen each one. */
  canMark?: boolean;
  /** Above the list, for operators who may decide. */
  tools?: ReactNode;
  /** Accepts the chosen request, or says why that is not possible now. */
  acceptButton: ReactNode;
  /** The chosen request in full; its children are the buttons that decide it. */
  details: ComponentType<{ request: Request; children: ReactNode }>;
  rejectTitle: (request: Request) => string;
  /** Not every request that waits can still be rejected: somebody else may be at it. */
  canReject?: (request: Request) => boolean;
  /** Offers reasons that are kept ready. */
  reasons?: ComponentType<ReasonsProps<Request>>;
  /** What the decision that can still be undone does. */
  pendingText: (decision: Decision<Request, Acceptance>) => string;
}

/** A page where operators decide requests one after another, with the keyboard alone if they like. */
export function RequestQueue<Request extends QueuedRequest, Acceptance, State extends string>(
  props: RequestQueueProps<Request, Acceptance, State>,
) {
  const { queue, acceptKey, furtherKeys = [], details: Details } = props;
  const { items, current, mayDecide, undo, filter, marks } = queue;
  const canMark = mayDecide && props.canMark === true;
  // What R rejects: all that are marked, or else the chosen one.
  const [rejected = current, ...others] = canMark ? inFront(marks.marked, current) : [];
  const canReject = rejected !== undefined && (props.canReject?.(rejected) ?? true);
  const { data, error, refetch } = queue.result;
  useKeys({
    j: () => queue.move(1),
    k: () => queue.move(-1),
    a: mayDecide ? acceptKey.onPress : undefined,
    r: canReject ? queue.startRejecting : undefined,
    u: undo,
    ...(canMark && { x: () => current && marks.toggle(current) }),
    ...(mayDecide && Object.fromEntries(furtherKeys.map(({ key, onPress }) => [key, onPress]))),
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const decisionButtons = mayDecide && (
    <Group gap="sm" className="queue-decision">
      {props.acceptButton}
      {canReject && (
        <Button variant="default" onClick={queue.startRejecting}>
          Reject
        </Button>
      )}
    </Group>
  );
  return (
    <Stack>
      <QueueTools filter={filter} found={data} download={queue.download} />
      <Status
        queue={queue}
        canMark={canMark}
        textOf={props.pendingText}
        hints={hintsOf({ ...props, canMark })}
      />
      {mayDecide && props.tools}
      {items.length > 0 ? (
        <Queue
          label={props.label}
          items={items}
          chosenId={current?.id}
          onChoose={queue.choose}
          renderLine={props.renderLine}
          marks={
            canMark
              ? { ids: marks.ids, onToggle: marks.toggle, nameOf: ({ member }) => member.name }
              : undefined
          }
        >
          {current ? (
            <Details key={current.id} request={current}>
              {decisionButtons}
            </Details>
          ) : (
            <Text c="dimmed">Choose a request to open it. What is opened is written to the log.</Text>
          )}
        </Queue>
      ) : (
        <NothingHere filter={filter} />
      )}
      {queue.isRejecting && rejected && <RejectDialog {...props} rejected={rejected} others={others} />}
    </Stack>
  );
}

/** The keys that this operator can press now, and what they do. */
function hintsOf<Request extends QueuedRequest, Acceptance, State extends string>({
  queue: { mayDecide, marks },
  acceptKey,
  furtherKeys = [],
  detailHints = [],
  canMark,
}: RequestQueueProps<Request, Acceptance, State>): KeyHint[] {
  const decisionHints: KeyHint[] = [
    ["A", acceptKey.effect],
    ["R", marks.marked.length > 0 ? "reject the marked" : "reject"],
    ...(canMark === true ? [["X", "mark"] as const] : []),
    ...furtherKeys.map(({ key, effect }): KeyHint => [key.toUpperCase(), effect]),
    ["U", "undo"],
  ];
  return [["J", "next"], ["K", "previous"], ...(mayDecide ? decisionHints : []), ...detailHints];
}

interface StatusProps<Request extends QueuedRequest, Acceptance, State extends string> {
  queue: RequestQueueState<Request, Acceptance, State>;
  canMark: boolean;
  textOf: (decision: Decision<Request, Acceptance>) => string;
  hints: readonly KeyHint[];
}

/** What can be undone, what is marked, or the keys. */
function Status<Request extends QueuedRequest, Acceptance, State extends string>({
  queue,
  canMark,
  textOf,
  hints,
}: StatusProps<Request, Acceptance, State>) {
  const { pending, undo, marks } = queue;
  const pendingText = (decision: Decision<Request, Acceptance>) =>
    decision.others && decision.others.length > 0
      ? `Rejecting ${decision.others.length + 1} requests`
      : textOf(decision);
  return (
    <QueueStatus>
      {pending ? (
        <PendingDecision text={pendingText(pending)} onUndo={undo} />
      ) : canMark && marks.marked.length > 0 ? (
        <Group gap="0.5rem 1rem">
          <strong>{marks.marked.length} marked</strong>
          <Button variant="default" size="sm" onClick={queue.startRejecting}>
            Reject all marked
          </Button>
          <button type="button" className="link-button" onClick={marks.clear}>
            Clear the marks
          </button>
        </Group>
      ) : (
        <KeyHints hints={hints} />
      )}
    </QueueStatus>
  );
}

interface RejectDialogProps<Request extends QueuedRequest, Acceptance, State extends string> extends Pick<
  RequestQueueProps<Request, Acceptance, State>,
  "queue" | "rejectTitle" | "reasons"
> {
  rejected: Request;
  /** Rejected together with it. */
  others: readonly Request[];
}

function RejectDialog<Request extends QueuedRequest, Acceptance, State extends string>({
  queue,
  rejectTitle,
  reasons: Reasons,
  rejected,
  others,
}: RejectDialogProps<Request, Acceptance, State>) {
  return (
    <ReasonDialog
      title={others.length > 0 ? `Reject ${others.length + 1} requests` : rejectTitle(rejected)}
      label="Reason, as the member reads it"
      action="Reject"
      offer={Reasons}
      about={others.length > 0 ? undefined : rejected}
      onClose={queue.stopRejecting}
      onGiven={(reason) => {
        queue.stopRejecting();
        queue.decide({ kind: "reject", reason, item: rejected, others });
      }}
    />
  );
}

/** The chosen request first, if it is marked: after an undo the cursor is on it again. */
function inFront<Request extends QueuedRequest>(
  marked: readonly Request[],
  current: Request | undefined,
): readonly Request[] {
  const first = marked.find(({ id }) => id === current?.id);
  return first ? [first, ...marked.filter((each) => each !== first)] : marked;
}
