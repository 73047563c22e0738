import { noticesEmpty } from "@fc/contract/notices/portal";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/member.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { NoticeIcon } from "../../../ui/screen-icons.tsx";
import { Page } from "../../../ui/page.tsx";
import { ErrorState } from "../../../ui/problem.tsx";
import { ListSkeleton } from "../../../ui/skeletons.tsx";
import { NoticeCard } from "../../../ui/notice-card.tsx";
import { noticesQuery } from "./queries.ts";

export default function NoticeBoardPage() {
  return (
    <Page>
      <NoticeList />
    </Page>
  );
}

function NoticeList() {
  const t = useT();
  const { data, error, isPending, refetch } = useQuery(noticesQuery(useMember().id));
  if (isPending) return <ListSkeleton rows={4} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState icon={NoticeIcon}>{t(noticesEmpty)}</EmptyState>;
  return (
    <ul className="plain-list stack">
      {data.map((notice) => (
        <li key={notice.id}>
          <NoticeCard notice={notice} />
        </li>
      ))}
    </ul>
  );
}
