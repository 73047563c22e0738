import { kycStateNames } from "@fc/contract/kyc/states";
import { requestStates, requestStatuses } from "@fc/contract/request-states";
import { requestedJobStates } from "@fc/contract/jobs/requested-jobs";
import { Box, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { connection } from "../../lib/api/connection.ts";
import { problemFor } from "../../lib/lazy/lazy-component.ts";
import { DocumentText } from "../../ui/content/document-text.tsx";
import { KycStateTag } from "../../ui/content/kyc-state-tag.tsx";
import { NoticeCard } from "../../ui/content/notice-card.tsx";
import { RequestedJobState } from "../../ui/content/requested-job-state.tsx";
import { StateTag } from "../../ui/content/state-tag.tsx";
import { CrashPage } from "../../ui/feedback/crash-page.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { OfflineBanner } from "../../ui/feedback/offline-banner.tsx";
import { ErrorState, FormProblem } from "../../ui/feedback/problem.tsx";
import { ListSkeleton, PageSkeleton, TextSkeleton } from "../../ui/feedback/skeletons.tsx";
import { toast, Toasts } from "../../ui/feedback/toasts.tsx";
import { StakeIcon } from "../../ui/icons/screen-icons.tsx";
import { PublicAside, PublicFrame } from "../../ui/layout/public-frame.tsx";
import { Late, PendingDecision } from "../../ui/queue/queue.tsx";
import { WaitingTime } from "../../ui/money/waiting-time.tsx";
import { KycNote } from "../../ui/record/kyc-note.tsx";
import { inMinutes, limited, problem, waiting } from "./examples.ts";
import { Section, State, States } from "./state.tsx";

const tones = ["info", "good", "bad"] as const;

export function Messages() {
  return (
    <>
      <Section title="Messages">
        <State name="Notes: a fact, a success, a failure, one that can be closed">
          {tones.map((tone) => (
            <Note key={tone} tone={tone}>
              Your coins arrive within 24 hours.
            </Note>
          ))}
          <Note onClose={() => undefined}>It stays until it is closed.</Note>
        </State>
        <State name="A failed form: with a reference, and with a limit that counts down">
          <FormProblem error={problem} />
          <FormProblem error={limited} />
        </State>
        <State name="What could not be loaded, by the call and by its code">
          <ErrorState error={problem} onRetry={() => undefined} />
          <ErrorState error={problemFor("unreachable")} onRetry={() => undefined} />
        </State>
        <State name="Nothing here, with the act that fills it">
          <EmptyState
            icon={StakeIcon}
            hint="Each stake has a line here."
            act={{ to: "/stacking", label: "Stake" }}
          >
            Nothing to Show
          </EmptyState>
        </State>
        <State name="A waiting time">
          <WaitingTime state={waiting} />
        </State>
        <State name="What became of a part of KYC">
          <KycNote part="pan" />
          <KycNote part="bank" />
        </State>
        <State name="A notice">
          <NoticeCard notice={{ message: "Closings are at midnight in India.", createdAt: inMinutes(-90) }} />
        </State>
        <State name="A document, with a line that is new">
          <DocumentText
            text={
              "# Returns\n\nA stake is returned day by day.\n\n- It ends by itself.\n- Its amount is part of it."
            }
            before={"# Returns\n\nA stake is returned day by day.\n\n- It ends by itself."}
          />
        </State>
        <States name="For a moment">
          <Button variant="default" onClick={() => toast.done("Bank address updated")}>
            A success
          </Button>
          <Button variant="default" onClick={() => void toast.failure(problem, () => undefined)}>
            A failure
          </Button>
          <Button variant="default" onClick={connection.failed}>
            No connection
          </Button>
        </States>
      </Section>
      <Section title="States">
        <States name="Of a request, and without one">
          {requestStatuses.map((status) => (
            <StateTag key={status} status={status}>
              {requestStates[status].label}
            </StateTag>
          ))}
          <StateTag>Day 137 of 400</StateTag>
        </States>
        <States name="Of KYC">
          {kycStateNames.map((state) => (
            <KycStateTag key={state} state={state} />
          ))}
        </States>
        <State name="Of work that somebody asked for">
          {requestedJobStates.map((state) => (
            <RequestedJobState
              key={state}
              run={{
                id: 1,
                state,
                askedBy: "Meera",
                askedAt: inMinutes(-9),
                startedAt: state === "waiting" ? null : inMinutes(-8),
                finishedAt: state === "done" ? inMinutes(-6) : null,
                problem: state === "failed" ? "The file was not found" : null,
                result: null,
              }}
            />
          ))}
        </State>
        <States name="What an operator has to see, and can still undo">
          <Late>late: 2 days</Late>
          <PendingDecision text="Approving $150 of Asha Verma" onUndo={() => undefined} />
        </States>
      </Section>
      <Section title="Loading">
        <State name="Words">
          <TextSkeleton rows={2} />
        </State>
        <State name="A list">
          <ListSkeleton rows={2} />
        </State>
        <State name="A page">
          <PageSkeleton />
        </State>
      </Section>
    </>
  );
}

/** What takes the whole screen, in a frame. */
export function WholePages() {
  return (
    <Section title="Pages">
      <State name="For anybody">
        <Framed>
          <PublicFrame
            title="Login"
            lead={<p className="dimmed">Welcome back.</p>}
            aside={<PublicAside title="Before you sign in">We never ask for your code.</PublicAside>}
          >
            <p>Its form</p>
          </PublicFrame>
        </Framed>
      </State>
      <State name="That broke">
        <Framed>
          <CrashPage error={new Error("It broke")} reset={() => undefined} />
        </Framed>
      </State>
    </Section>
  );
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <Box h="32rem" bd="1px solid var(--fc-line)" bdrs="md" style={{ overflow: "auto" }}>
      {children}
    </Box>
  );
}

/** What has a place of its own above and below every page. */
export function Bars() {
  return (
    <>
      <OfflineBanner />
      <Toasts />
    </>
  );
}
