import { requestQueueStates } from "@fc/contract/request-states";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ConfirmationFigure } from "../../ui/queue/confirmation.tsx";
import { DecidedFigures } from "../../ui/queue/decided-figures.tsx";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { ProofViewer } from "../../ui/queue/proof-viewer.tsx";
import { RequestQueue } from "../../ui/queue/request-queue.tsx";
import { Requester } from "../../ui/queue/requester.tsx";
import { WaitingTime } from "../../ui/queue/queue.tsx";
import { useRequestQueue } from "../../ui/queue/use-request-queue.ts";
import { inMinutes, picture } from "./examples.ts";
import { Section, State } from "./state.tsx";

const requests = [1, 2, 3].map((id) => ({
  id,
  member: { name: ["Asha Verma", "Bina Rao", "Chetan Das"][id - 1] ?? "", refId: `FC4K7Q2${id}` },
  since: inMinutes(-id * 60),
  dueAt: inMinutes(id === 3 ? -5 : 600),
}));
const total = requests.length;

function Details({ request, children }: { request: (typeof requests)[number]; children: ReactNode }) {
  return (
    <div className="stack">
      <Requester member={request.member} />
      {children}
    </div>
  );
}

/** As operators work with requests: the keys work here too. */
export function Queues() {
  const queue = useRequestQueue<(typeof requests)[number], { kind: "accept" }, "P" | "A" | "R">({
    states: requestQueueStates("Paid"),
    hasAmounts: true,
    queryKey: ["parts", "queue"],
    load: async () => ({ data: requests, total, inAll: "4,500 FC" }),
    save: async () => undefined,
    canDecide: true,
    commit: async () => undefined,
  });
  const { current } = queue;
  const accept = () => current && queue.decide({ kind: "accept", item: current });
  return (
    <Section title="Queues">
      <State name="Requests that are decided one after another">
        <RequestQueue
          queue={queue}
          label="Withdrawals"
          canMark
          renderLine={({ member, since, dueAt }) => (
            <>
              {member.name} <WaitingTime since={since} dueAt={dueAt} status="P" />
            </>
          )}
          acceptKey={{ effect: "approve", onPress: accept }}
          acceptButton={<Button onClick={accept}>Approve</Button>}
          details={Details}
          rejectTitle={({ member }) => `Reject ${member.name}`}
          pendingText={({ item, kind }) => `${kind}: ${item.member.name}`}
        />
      </State>
      <State name="Confirmed by the first of two, decided, and a confirmation that no longer counts">
        <Figures>
          <ConfirmationFigure request={{ confirmedBy: { id: 1, name: "Meera", at: inMinutes(-20) } }} />
          <ConfirmationFigure request={{ confirmedBy: null, lapsedConfirmer: "Om" }} />
          <DecidedFigures
            accepted="Paid"
            request={{
              status: "R",
              respondedAt: inMinutes(-5),
              decidedBy: "Meera",
              reason: "The address is of another network.",
              isCancelled: false,
            }}
          />
          <Figure label="By">
            <Requester member={{ name: "Asha Verma", refId: "FC4K7Q2M" }} isNarrow />
          </Figure>
        </Figures>
      </State>
      <State name="A picture that is looked at">
        <ProofViewer src={picture} alt="The payment proof" />
      </State>
    </Section>
  );
}
