import {
  openForMembers,
  pauseForMembers,
  pauseReasonWords,
  pauseWords,
  type ActivePause,
} from "@fc/contract/pauses/console";
import { pauseNames, type PauseName } from "@fc/contract/pauses/kinds";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { PauseDialog } from "./pause-dialog.tsx";
import { pausesQuery } from "./queries.ts";

/** What members can do now, and the button that stops it. */
export default function PausesPage() {
  const { data, error, refetch } = useQuery(pausesQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Stack>
      <WaitingHere kinds={["pause-opening"]} />
      <Text c="dimmed" maw="45rem">
        A pause counts at once and ends by itself. What is under way when it begins is finished; a code that a
        member has already is not spent and counts afterwards. Closings, payouts and the console go on.
      </Text>
      {pauseNames.map((what) => (
        <PauseCard
          key={what}
          what={what}
          paused={data.paused.find((each) => each.what === what)}
          takesTwoToOpen={data.takesTwoToOpen}
        />
      ))}
    </Stack>
  );
}

interface PauseCardProps {
  what: PauseName;
  paused: ActivePause | undefined;
  takesTwoToOpen: boolean;
}

function PauseCard({ what, paused, takesTwoToOpen }: PauseCardProps) {
  const { role } = useOperator();
  const [asking, setAsking] = useState<"pause" | "open">();
  const act = useAction([]);
  const { label, stops } = pauseWords[what];
  const close = () => setAsking(undefined);
  const open = (reason: string) => {
    close();
    void act(async () => {
      const { data } = await call(openForMembers, { params: { what }, body: { reason } });
      return data.isWaiting ? "Proposed. Another operator confirms it" : `${label}: open again`;
    });
  };
  return (
    <Card aria-label={label}>
      <Group justify="space-between" gap="0.5rem 1.5rem">
        <div>
          <h2 className="card-title">{label}</h2>
          <Text size="sm" c="dimmed">
            {stops}
          </Text>
        </div>
        <StateTag status={paused ? "R" : "A"}>
          {paused ? `Paused until ${dateTimeText(paused.until, "en")}` : "Open"}
        </StateTag>
      </Group>
      {paused && (
        <p>
          {paused.pausedBy}, {dateTimeText(paused.pausedAt, "en")}: {paused.reason}. Members read: “
          {pauseReasonWords[paused.because]}”.
        </p>
      )}
      {mayCall(role, pauseForMembers) && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsking("pause")}>
            {paused ? "Pause for longer" : "Pause"}
            <span className="visually-hidden"> {label}</span>
          </Button>
          {paused && (
            <Button variant="default" onClick={() => setAsking("open")}>
              {takesTwoToOpen ? "Propose to open it again" : "Open it again"}
              <span className="visually-hidden"> {label}</span>
            </Button>
          )}
        </Group>
      )}
      {asking === "pause" && <PauseDialog what={what} onClose={close} />}
      {asking === "open" && (
        <ReasonDialog
          title={`Open again: ${label}`}
          label="Reason, for the other operators"
          action={takesTwoToOpen ? "Propose" : "Open"}
          problemOf={(text) => (text.length < 3 ? "At least three letters" : undefined)}
          onClose={close}
          onGiven={open}
        />
      )}
    </Card>
  );
}
