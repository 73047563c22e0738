import {
  endOtherSessions,
  endOwnSession,
  ownAccount,
  type OperatorsSession,
} from "@fc/contract/operators/console-account";
import { beginApprovalKey } from "@fc/contract/withdraw/console-approvals";
import { Button, Flex, SimpleGrid, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { ComputerIcon, PhoneIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { AppCard } from "./app-card.tsx";
import { ApprovalKeysCard } from "./approval-keys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { RoleRights } from "./role-rights.tsx";

const accountQuery = queryOptions({
  queryKey: ["own-account"],
  queryFn: async () => (await call(ownAccount)).data,
});

/** The operator's own password, second step, recovery codes and sessions. */
export default function AccountPage() {
  const me = useOperator();
  const { data, error, refetch } = useQuery(accountQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const hasApp = data.app !== null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="1.5rem" style={{ alignItems: "start" }}>
      <Stack gap="1.5rem">
        <Card title="Password">
          <PasswordCard hasApp={hasApp} queryKey={accountQuery.queryKey} />
        </Card>
        <Card title="Authenticator app">
          <AppCard app={data.app} queryKey={accountQuery.queryKey} />
        </Card>
        {mayCall(me.role, beginApprovalKey) && (
          <Card title="Passkey for payouts">
            <ApprovalKeysCard />
          </Card>
        )}
      </Stack>
      <Stack gap="1.5rem">
        <Card title="Signed in now">
          <Sessions sessions={data.sessions} />
        </Card>
        <Card title="Your role">
          <RoleRights role={me.role} />
        </Card>
      </Stack>
    </SimpleGrid>
  );
}

const phones: ReadonlySet<string | null> = new Set(["Android", "iPhone", "iPad"]);

function Sessions({ sessions }: { sessions: readonly OperatorsSession[] }) {
  const { busy, problem, submit } = useChange(accountQuery.queryKey, async (sessionId?: string) => {
    if (sessionId === undefined) await call(endOtherSessions);
    else await call(endOwnSession, { body: { sessionId } });
    toast.done("Signed out");
  });
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <>
      <ul className="plain-list ruled-list">
        {sessions.map((session) => (
          <Session key={session.id} session={session} busy={busy} onEnd={() => void submit(session.id)} />
        ))}
      </ul>
      <FormProblem error={problem} />
      {others.length === 0 && (
        <Text size="sm" c="dimmed">
          You are signed in nowhere else.
        </Text>
      )}
      {others.length > 1 && (
        <Button variant="default" aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
          Sign out all others
        </Button>
      )}
    </>
  );
}

interface SessionProps {
  session: OperatorsSession;
  busy: boolean;
  onEnd: () => void;
}

function Session({
  session: { device, isThis, address, signedInAt, lastSeenAt },
  busy,
  onEnd,
}: SessionProps) {
  const Icon = phones.has(device.system) ? PhoneIcon : ComputerIcon;
  const words = `${device.browser ?? "A browser"} on ${device.system ?? "an unknown device"}`;
  return (
    <Flex component="li" wrap="wrap" align="flex-start" gap="sm">
      <Icon />
      <Stack gap={0} flex="1 1 12rem" style={{ overflowWrap: "anywhere" }}>
        <strong>{words}</strong>
        {isThis && (
          <Flex component="span" className="small" align="center" gap={6} fw={600} c="var(--fc-good-text)">
            <CheckIcon />
            This session
          </Flex>
        )}
        <Text component="span" size="sm" c="dimmed">
          From {address}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          Signed in {dateTimeText(signedInAt, "en")}
        </Text>
        {!isThis && (
          <Text component="span" size="sm" c="dimmed">
            Last seen {dateTimeText(lastSeenAt, "en")}
          </Text>
        )}
      </Stack>
      {!isThis && (
        <Button
          variant="default"
          size="sm"
          aria-disabled={busy}
          mod={{ busy }}
          aria-label={`Sign out ${words}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </Flex>
  );
}
