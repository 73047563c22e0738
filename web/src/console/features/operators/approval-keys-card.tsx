import {
  addApprovalKey,
  beginApprovalKey,
  ownApprovalKeys,
  type ApprovalKey,
} from "@fc/contract/withdraw/console-approvals";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { makePasskey } from "../../../lib/passkeys.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { useAction } from "../../../ui/form/use-change.ts";

const keysQuery = queryOptions({
  queryKey: ["own-approval-keys"],
  queryFn: async () => (await call(ownApprovalKeys)).data,
});

/** The operator's passkeys for signing payouts. They are not for signing in. */
export function ApprovalKeysCard() {
  const { data = [] } = useQuery(keysQuery);
  const act = useAction(keysQuery.queryKey);
  const make = () =>
    void act(async () => {
      const { data: invitation } = await call(beginApprovalKey);
      await call(addApprovalKey, { body: { passkey: await makePasskey(invitation) } });
      return "The passkey was made";
    });
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        With this passkey you sign payouts, and nothing else. It counts once your administrator has put its
        line into the file on the worker's machine: read the fingerprint out to them, for example on the
        phone, and note it. The worker then mails you the fingerprint that its file names; if it is another
        one, tell your administrator.
      </Text>
      {data.map((key) => (
        <Key key={key.fingerprint} shown={key} />
      ))}
      <Group>
        <Button variant="default" onClick={make}>
          Make a passkey for payouts
        </Button>
      </Group>
    </Stack>
  );
}

function Key({ shown: { line, fingerprint, addedAt } }: { shown: ApprovalKey }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        Made on {dateTimeText(addedAt, "en")}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{fingerprint}</Code>
        <CopyButton text={line} label="Copy the line for the file" />
      </Group>
    </Stack>
  );
}
