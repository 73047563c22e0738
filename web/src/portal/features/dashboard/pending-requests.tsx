import type { PendingRequest } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { Group, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { ClockIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";

const kinds: Record<
  PendingRequest["kind"],
  { text: string; to: string; amountText: (amount: number) => string }
> = {
  staking: { text: msg("Staking request"), to: "/topupRequest", amountText: dollarsText },
  withdrawal: { text: msg("Withdrawal request"), to: "/Withdraw-report", amountText: coinsText },
};

/** What waits for a decision. */
export function PendingRequests({ pending, count }: { pending: readonly PendingRequest[]; count: number }) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <Card title={t("Pending requests")}>
      <ul className="plain-list stack stack-tight">
        {pending.map(({ kind, id, amount, requestedAt }) => (
          <li key={`${kind}${id}`}>
            <UnstyledButton component={Link} to={kinds[kind].to} c="inherit" display="block" mih={44}>
              <Group wrap="nowrap" gap="sm">
                <ClockIcon />
                <div style={{ flex: 1, minWidth: 0 }}>
                  {t(kinds[kind].text)}
                  <Text component="time" size="sm" c="dimmed" display="block" dateTime={requestedAt}>
                    {dateText(requestedAt, i18n.locale)}
                  </Text>
                </div>
                <Text span fw={600}>
                  <OwnAmount>{kinds[kind].amountText(amount)}</OwnAmount>
                </Text>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {count > pending.length && (
        <Text size="sm" c="dimmed">
          {t("and {more} more", { more: count - pending.length })}
        </Text>
      )}
    </Card>
  );
}
