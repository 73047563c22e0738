import { mostUnread } from "@fc/contract/notifications/portal";
import { Box, Group, Indicator, Popover, ScrollArea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { BellIcon } from "../../../ui/icons/screen-icons.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { Feed } from "./feed.tsx";
import { keepPush } from "./push-device.ts";
import { unreadQuery } from "./queries.ts";
import "@mantine/core/styles/Indicator.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";

/** The bell with the number of unread lines. On a phone it opens the page, elsewhere the newest lines below it. */
export function Bell({ userId }: { userId: number }) {
  const t = useT();
  const { data: unread = 0 } = useQuery(unreadQuery(userId));
  const isNarrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => void keepPush(userId).catch(() => undefined), [userId]);
  const label = unread > 0 ? t("Notifications, {count} unread", { count: unread }) : t("Notifications");
  const sign = (
    // As a flexbox: in a line of text the bell would stand higher than the icons beside it.
    <Indicator
      display="flex"
      label={unread < mostUnread ? unread : `${mostUnread - 1}+`}
      disabled={unread === 0}
      size={18}
      offset={1}
      fz={12}
      fw={600}
    >
      <BellIcon />
    </Indicator>
  );
  if (isNarrow)
    return (
      <Link to="/notifications" className="icon-button" aria-label={label}>
        {sign}
      </Link>
    );
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={t("Notifications")}
          onClick={() => setIsOpen(!isOpen)}
        >
          {sign}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("Notifications")} p={0}>
        <ScrollArea.Autosize mah="min(36rem, calc(100dvh - 9rem))" type="auto">
          <Box p="md">
            <Feed userId={userId} onOpened={() => setIsOpen(false)} />
          </Box>
        </ScrollArea.Autosize>
        <Group justify="space-between" px="md" style={{ borderTop: "1px solid var(--fc-line)" }}>
          <Link to="/notifications" className="link-button" onClick={() => setIsOpen(false)}>
            {t("Show all")}
          </Link>
          <Link to="/notification-settings" className="link-button" onClick={() => setIsOpen(false)}>
            {t("Settings")}
          </Link>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
