import { notificationKinds } from "@fc/contract/notifications/kinds";
import { notificationPath, type Notification } from "@fc/contract/notifications/portal";
import type { TopicName } from "@fc/contract/notifications/topics";
import { useLingui } from "@lingui/react";
import { ActionIcon, Box, Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shortTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { AlertIcon, CheckIcon, SupportIcon, type IconComponent } from "../../../ui/icons/icons.tsx";
import {
  BellIcon,
  EarningIcon,
  GiftIcon,
  NoticeIcon,
  PlanIcon,
  ShieldIcon,
  StakeIcon,
  TeamIcon,
  WithdrawIcon,
} from "../../../ui/icons/screen-icons.tsx";
import { useOwnText } from "../../../ui/money/own-amounts.tsx";
import { ShowOlder } from "../../../ui/table/show-older.tsx";
import { notificationText } from "./notification-text.ts";
import { feedQuery, useReading } from "./queries.ts";

const topicIcons = {
  credited: GiftIcon,
  approved: StakeIcon,
  rejected: AlertIcon,
  paid: WithdrawIcon,
  team: TeamIcon,
  closing: EarningIcon,
  stakes: StakeIcon,
  notices: NoticeIcon,
  plan: PlanIcon,
  support: SupportIcon,
  news: NoticeIcon,
  security: ShieldIcon,
} as const satisfies Record<TopicName, IconComponent>;

interface FeedProps {
  userId: number;
  /** Stands beside the button that marks all. */
  tools?: ReactNode;
  /** A line was opened, which leads to another page. */
  onOpened?: () => void;
}

/** Everything that the member was told, newest first. */
export function Feed({ userId, tools, onOpened }: FeedProps) {
  const t = useT();
  const feed = useInfiniteQuery(feedQuery(userId));
  const { read, readAll } = useReading(userId);
  const { data, error, refetch } = feed;
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={5} />;
  const lines = data.pages.flatMap((page) => page.data);
  const [newest] = lines;
  if (!newest)
    return (
      <EmptyState icon={BellIcon}>
        {t("Nothing yet. What happens to your stakes, withdrawals, team and account will be here.")}
      </EmptyState>
    );
  const hasUnread = lines.some(({ isRead }) => !isRead);
  return (
    <Stack gap="xs">
      {(tools || hasUnread) && (
        <Group justify="space-between" gap="xs" mt={-8} mx={-4}>
          {tools}
          {hasUnread && (
            <Button
              variant="subtle"
              px={4}
              ml="auto"
              c="var(--mantine-color-anchor)"
              leftSection={<CheckIcon />}
              onClick={() => readAll(newest)}
            >
              {t("Mark all as read")}
            </Button>
          )}
        </Group>
      )}
      <ul className="plain-list ruled-list">
        {lines.map((line) => (
          <li key={line.id}>
            <Line
              line={line}
              onRead={() => read(line)}
              onOpened={() => {
                read(line);
                onOpened?.();
              }}
            />
          </li>
        ))}
      </ul>
      <ShowOlder list={feed} />
    </Stack>
  );
}

interface LineProps {
  line: Notification;
  onRead: () => void;
  onOpened: () => void;
}

function Line({ line, onRead, onOpened }: LineProps) {
  const t = useT();
  const { i18n } = useLingui();
  const own = useOwnText();
  const { title, detail } = notificationText(line, { t, language: i18n.locale, own });
  const Icon = topicIcons[notificationKinds[line.kind].topic];
  return (
    // With large text the words get a line of their own, so that no figure breaks.
    <Group gap="xs" align="flex-start">
      <Group
        gap="sm"
        align="flex-start"
        flex="1 1 12rem"
        miw={0}
        c="inherit"
        td="none"
        renderRoot={(props) => <Link {...props} to={notificationPath(line)} onClick={onOpened} />}
      >
        <Icon />
        <Stack gap={2} miw={0} flex="1 1 9.5rem">
          <Text fw={line.isRead ? 400 : 600} lh={1.35}>
            {!line.isRead && <VisuallyHidden>{t("Unread")}: </VisuallyHidden>}
            {title}
          </Text>
          {/* A short one, as an amount, shares its line with the time. */}
          <Group gap="0 0.75rem">
            {detail !== "" && (
              <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                {detail}
              </Text>
            )}
            <Text size="sm" c="dimmed" component="time" dateTime={line.at}>
              {shortTimeText(line.at, i18n.locale)}
            </Text>
          </Group>
        </Stack>
      </Group>
      {!line.isRead && (
        <ActionIcon
          variant="subtle"
          size="var(--fc-tap)"
          aria-label={t("Mark as read: {title}", { title })}
          title={t("Mark as read")}
          onClick={onRead}
        >
          <Box w={10} h={10} bg="var(--fc-brand-text)" bdrs="50%" />
        </ActionIcon>
      )}
    </Group>
  );
}
