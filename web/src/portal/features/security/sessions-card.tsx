import { Button, Flex, Group, Stack } from "@mantine/core";
import { signOutOthers, signOutSession, type SignedInSession } from "@fc/contract/security/portal";
import { noticeMs } from "@fc/contract/notice-times";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { ComputerIcon, PhoneIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { deviceText } from "../../../lib/labels/device-text.ts";
import { securityKey, sessionsQuery } from "./queries.ts";

const signedOut = msg("Signed out");
const phones: ReadonlySet<string | null> = new Set(["Android", "iPhone", "iPad"]);

/** Where the member is signed in now. */
export function SessionsCard() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(sessionsQuery(id));
  return (
    <Card title={t("Signed in now")}>
      {data ? (
        <Sessions sessions={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={6} />
      )}
    </Card>
  );
}

function Sessions({ sessions }: { sessions: readonly SignedInSession[] }) {
  const t = useT();
  const { id: userId } = useMember();
  const { busy, problem, submit } = useChange(securityKey(userId), async (sessionId?: string) => {
    if (sessionId === undefined) await call(signOutOthers, { body: { userId } });
    else await call(signOutSession, { body: { userId, sessionId } });
    toast.success(signedOut, noticeMs.changeConfirmed);
  });
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <>
      <ul className="plain-list ruled-list">
        {sessions.map((session) => (
          <Session key={session.id} session={session} busy={busy} onSignOut={() => void submit(session.id)} />
        ))}
      </ul>
      <FormProblem error={problem} />
      {others.length === 0 ? (
        <p className="dimmed small">{t("You are signed in nowhere else.")}</p>
      ) : (
        others.length > 1 && (
          <Button variant="default" aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
            {t("Sign out all other devices")}
          </Button>
        )
      )}
    </>
  );
}

interface SessionProps {
  session: SignedInSession;
  busy: boolean;
  onSignOut: () => void;
}

function Session({ session, busy, onSignOut }: SessionProps) {
  const t = useT();
  const { i18n } = useLingui();
  const device = deviceText(session.device, t);
  const Icon = phones.has(session.device.system) ? PhoneIcon : ComputerIcon;
  const timeOf = (iso: string) => dateTimeText(iso, i18n.locale);
  return (
    <Flex component="li" gap="sm" align="flex-start" wrap="wrap">
      <Icon />
      <Stack gap={0} flex="1 1 12rem" style={{ overflowWrap: "anywhere" }}>
        <strong>{device}</strong>
        {session.isThis && (
          <Group gap={6} fz="sm" fw={600} c="var(--fc-good-text)">
            <CheckIcon />
            {t("This device")}
          </Group>
        )}
        <span className="small dimmed unit-id">{session.address}</span>
        <span className="small dimmed">{t("Signed in {time}", { time: timeOf(session.signedInAt) })}</span>
        {!session.isThis && (
          <span className="small dimmed">{t("Last seen {time}", { time: timeOf(session.lastSeenAt) })}</span>
        )}
      </Stack>
      {!session.isThis && (
        <Button
          variant="default"
          size="sm"
          aria-disabled={busy}
          mod={{ busy }}
          aria-label={t("Sign out {device}", { device })}
          onClick={onSignOut}
        >
          {t("Sign out")}
        </Button>
      )}
    </Flex>
  );
}
