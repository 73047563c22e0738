import type { OwnSupportMessage } from "@fc/contract/support/portal";
import { useLingui } from "@lingui/react";
import { Button, Group, NavLink, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { MessageState } from "./message-state.tsx";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/NavLink.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";

interface OwnMessagesProps {
  messages: readonly OwnSupportMessage[];
  /** Loads the next ones; undefined where there are no more. */
  onMore: (() => void) | undefined;
}

/** What the member wrote before; each leads to its answers. */
export function OwnMessages({ messages, onMore }: OwnMessagesProps) {
  const t = useT();
  return (
    <Card title={t("Your messages")}>
      <Stack
        component="ul"
        gap={4}
        m={0}
        p={0}
        mx="calc(-1 * var(--mantine-spacing-sm))"
        className="plain-list"
      >
        {messages.map((message) => (
          <li key={message.reference}>
            <MessageLine message={message} />
          </li>
        ))}
      </Stack>
      {onMore && (
        <Button variant="default" onClick={onMore}>
          {t("Show older messages")}
        </Button>
      )}
    </Card>
  );
}

function MessageLine({ message }: { message: OwnSupportMessage }) {
  const { i18n } = useLingui();
  const { reference, status, changedAt } = message;
  return (
    <NavLink
      renderRoot={(props) => <Link {...props} to="/support/$reference" params={{ reference }} />}
      label={
        <Text lineClamp={2} component="span">
          {message.message}
        </Text>
      }
      description={
        <Group component="span" gap="xs" mt={4}>
          <MessageState status={status} />
          <span>{dateTimeText(changedAt, i18n.locale)}</span>
          <span className="unit-id">{reference}</span>
        </Group>
      }
      py="sm"
    />
  );
}
