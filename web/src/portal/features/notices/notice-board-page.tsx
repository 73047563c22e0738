import { noticesEmpty } from "@fc/contract/notices/portal";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { NoticeIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { ListSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { NoticeCard } from "../../../ui/content/notice-card.tsx";
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
  if (data.length === 0) {
    return (
      <EmptyState icon={NoticeIcon} hint={t("What FC Portal has to tell all members is put up here.")}>
        {t(noticesEmpty)}
      </EmptyState>
    );
  }
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
