import type { OwnSupportMessage } from "@fc/contract/support/portal";
import { useLingui } from "@lingui/react";
import { Button, NavLink, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { MessageState } from "./message-state.tsx";
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
      <ul className="plain-list ruled-list">
        {messages.map((message) => (
          <li key={message.reference}>
            <MessageLine message={message} />
          </li>
        ))}
      </ul>
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
      c="inherit"
      mx="calc(-1 * var(--mantine-spacing-xs))"
      px="xs"
      w="auto"
      label={
        <Text lineClamp={2} component="span" fw={500}>
          {message.message}
        </Text>
      }
      description={
        <Stack component="span" gap={6} mt={6} align="flex-start">
          <MessageState status={status} />
          <Text span size="sm" c="dimmed">
            {dateTimeText(changedAt, i18n.locale)} ·{" "}
            <span className="unit-id" style={{ whiteSpace: "nowrap" }}>
              {reference}
            </span>
          </Text>
        </Stack>
      }
      rightSection={<ArrowIcon />}
    />
  );
}
