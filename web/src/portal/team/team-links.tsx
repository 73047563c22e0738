import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { LinkIcon, ReportIcon, TeamIcon, TreeIcon } from "../../ui/icons/screen-icons.tsx";
import { useNarrow } from "../../ui/table/use-narrow.ts";

const pages = {
  "/my-team": { label: msg("My team"), icon: ReportIcon },
  "/direct-referrals": { label: msg("Direct referrals"), icon: TeamIcon },
  "/referral-link": { label: msg("Referral link"), icon: LinkIcon },
  "/tree-chart": { label: msg("Tree Chart"), icon: TreeIcon },
} as const;

/** The team's screens lead to each other: whom one invited, where they sit, and how to invite more. */
export function TeamLinks({ to }: { to: readonly (keyof typeof pages)[] }) {
  const t = useT();
  const isNarrow = useNarrow();
  return (
    <Group
      role="navigation"
      gap={isNarrow ? 6 : "xs"}
      grow={isNarrow}
      preventGrowOverflow={false}
      aria-label={t("Team")}
    >
      {to.map((page) => {
        const { label, icon: Icon } = pages[page];
        return (
          <Button
            key={page}
            variant="default"
            // In one line, so that the list below begins higher.
            {...(isNarrow && { px: 4, fz: "sm" })}
            leftSection={isNarrow ? undefined : <Icon />}
            renderRoot={(root) => <Link to={page} {...root} />}
          >
            {t(label)}
          </Button>
        );
      })}
    </Group>
  );
}
