import { sure } from "@fc/contract/sure";
import { sendBulkMail, type BulkMail } from "@fc/contract/bulk-mail/console";
import { leftOutReasonNames, leftOutReasons } from "@fc/contract/bulk-mail/console-kinds";
import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { countText } from "./bulk-mail-cells.tsx";
import { audienceQuery } from "./queries.ts";

/** Asks for the number of members: who types it has read it. */
export function SendDialog({ mail, onClose }: { mail: BulkMail; onClose: () => void }) {
  const { id, version, subject, kind } = mail;
  // Counted again when it is opened, and not what the preview showed a while ago.
  const { data, error, refetch, isFetching } = useQuery({
    ...audienceQuery(mail),
    staleTime: 0,
    refetchOnMount: "always",
  });
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const sending = useChange(
    [],
    () =>
      call(sendBulkMail, {
        params: { id },
        body: {
          version,
          gets: sure(data).gets,
          upTo: sure(data).upTo,
          ...(sure(data).takesTwo && reasonIn(reason)),
        },
      }),
    ({ data: { isWaiting } }) => {
      toast.done(isWaiting ? "It waits for a second person" : "The mail is being sent");
      onClose();
    },
  );
  const isTyped = data !== undefined && data.gets > 0 && typed.replaceAll(/[^\d]/g, "") === String(data.gets);
  const isReady = isTyped && !isFetching && (!data.takesTwo || reason.trim().length >= 3);
  return (
    <ConfirmDialog
      title={`Send “${subject.en}”?`}
      action={data?.takesTwo ? "Propose to send it" : "Send it"}
      change={sending}
      isReady={isReady}
      onClose={onClose}
    >
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {data && (
        <>
          <p>
            It goes to <strong>{countText(data.gets)} members</strong> as {kind}. {leftOutText(data)}
          </p>
          <Text size="sm" c="dimmed">
            What has left cannot be called back. You can pause and cancel it while it is sent.
          </Text>
          {data.gets === 0 ? (
            <p>Nobody would get it. Please change the filters.</p>
          ) : (
            <TextInput
              label="Type the number of members"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
          )}
          {data.takesTwo && <ReasonField value={reason} onTyped={setReason} />}
        </>
      )}
    </ConfirmDialog>
  );
}

function leftOutText({ leftOut }: { leftOut: Record<keyof typeof leftOutReasons, number> }): string {
  const parts = leftOutReasonNames
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${countText(leftOut[reason])} ${leftOutReasons[reason].toLowerCase()}`);
  return parts.length === 0 ? "Nobody is left out." : `Left out: ${parts.join(", ")}.`;
}
