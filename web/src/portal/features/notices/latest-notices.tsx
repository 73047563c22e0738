import { noticesEmpty } from "@fc/contract/notices/portal";
import { useLingui } from "@lingui/react";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { NoticeIcon } from "../../../ui/icons/screen-icons.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { noticesQuery } from "./queries.ts";

/** The newest few, for the dashboard. */
export function LatestNotices({ count }: { count: number }) {
  const t = useT();
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(noticesQuery(useMember().id));
  if (isPending) return <TextSkeleton rows={count} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState icon={NoticeIcon}>{t(noticesEmpty)}</EmptyState>;
  return (
    <ul className="plain-list ruled-list">
      {data.slice(0, count).map((notice) => (
        <li key={notice.id}>
          <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
            {notice.message}
          </Text>
          <Text component="time" size="sm" c="dimmed" dateTime={notice.createdAt}>
            {dateText(notice.createdAt, i18n.locale)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
