import { recipientsOf, steerBulkMail, type BulkMail } from "@fc/contract/bulk-mail/console";
import { bulkMailKinds } from "@fc/contract/bulk-mail/console-kinds";
import { Button, Group, Progress, SimpleGrid, Text, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { durationText } from "../../../lib/requested-job.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useAction, useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { BulkMailStateTag, countText } from "./bulk-mail-cells.tsx";
import { bulkMailsKey } from "./queries.ts";

type RunningMail = BulkMail & { perMinute: number };

/** How far it is, and the buttons that stop it. */
export function RunCard({ mail }: { mail: RunningMail }) {
  const { role } = useOperator();
  const { subject, kind, serviceReason, state, totals, sentBy, sentAt, finishedAt } = mail;
  const all = recipientsOf(totals);
  const ended = all - totals.waiting - totals.queued;
  return (
    <Card>
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} fz="1.25rem" className="any-length">
            {subject.en}
          </Title>
          <Text c="dimmed">
            {bulkMailKinds[kind].label}
            {serviceReason !== "" && `, because: ${serviceReason}`}.{" "}
            {sentText({ sentBy, sentAt, finishedAt })}
          </Text>
        </div>
        <BulkMailStateTag state={state} />
      </Group>
      {sentAt !== null && (
        <>
          <Progress
            value={all === 0 ? 0 : (ended / all) * 100}
            aria-label={`${countText(ended)} of ${countText(all)} mails are done`}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {progressText(mail, all)}
          </Text>
          <SimpleGrid component="dl" cols={{ base: 2, sm: 4, lg: 7 }} m={0}>
            <Total label="Sent">{totals.sent}</Total>
            <Total label="Queued">{totals.queued}</Total>
            <Total label={state === "cancelled" ? "Not sent" : "Waiting"}>{totals.waiting}</Total>
            <Total label="Failed">{totals.failed}</Total>
            <Total label="Bounced">{totals.bounced}</Total>
            <Total label="Left out">{totals.skipped}</Total>
            <Total label="Unsubscribed">{totals.unsubscribed}</Total>
          </SimpleGrid>
        </>
      )}
      {mail.isForgotten && (
        <Text size="sm" c="dimmed">
          What became of each mail is not kept any more, as the settings have it. The totals stay.
        </Text>
      )}
      {mayCall(role, steerBulkMail) && <Steering mail={mail} />}
    </Card>
  );
}

function Total({ label, children }: { label: string; children: number }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="1.25rem" fw={600} className="figure">
        {countText(children)}
      </Text>
    </div>
  );
}

function sentText({
  sentBy,
  sentAt,
  finishedAt,
}: Pick<BulkMail, "sentBy" | "sentAt" | "finishedAt">): string {
  if (sentAt === null) return "";
  const ended = finishedAt === null ? "" : `, ended ${dateTimeText(finishedAt, "en")}`;
  return `Sent by ${sentBy}, ${dateTimeText(sentAt, "en")}${ended}.`;
}

function progressText({ state, isCollected, totals, perMinute }: RunningMail, all: number): ReactNode {
  if (state === "done") return `All ${countText(all)} mails are done.`;
  if (state === "cancelled") return `Cancelled: ${countText(totals.waiting)} members do not get it.`;
  if (state === "paused") return `Paused: ${countText(totals.waiting)} members wait.`;
  if (!isCollected) return "It is being written down whom it goes to.";
  const seconds = (totals.waiting / perMinute) * 60;
  return `${countText(perMinute)} mails leave in a minute, all bulk mails together. About ${durationText(seconds)} left.`;
}

function Steering({ mail: { id, version, state, totals, subject } }: { mail: RunningMail }) {
  const act = useAction(bulkMailsKey);
  const [cancelling, setCancelling] = useState(false);
  const steer = (what: "pause" | "resume" | "cancel") =>
    call(steerBulkMail, { params: { id }, body: { act: what, version } });
  const cancel = useChange(
    bulkMailsKey,
    () => steer("cancel"),
    () => {
      toast.done("The mail was cancelled");
      setCancelling(false);
    },
  );
  if (state !== "sending" && state !== "paused") return null;
  return (
    <Group gap="sm">
      {state === "sending" ? (
        <Button
          variant="default"
          onClick={() =>
            void act(async () => {
              await steer("pause");
              return "Paused: nothing more leaves";
            })
          }
        >
          Pause
        </Button>
      ) : (
        <Button
          onClick={() =>
            void act(async () => {
              await steer("resume");
              return "It goes on";
            })
          }
        >
          Go on
        </Button>
      )}
      <Button variant="default" onClick={() => setCancelling(true)}>
        Cancel the mail
      </Button>
      {cancelling && (
        <ConfirmDialog
          title={`Cancel “${subject.en}”?`}
          action="Cancel the mail"
          change={cancel}
          onClose={() => setCancelling(false)}
        >
          <p>
            {countText(totals.sent)} members have it. {countText(totals.waiting + totals.queued)} will not get
            it. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Group>
  );
}
