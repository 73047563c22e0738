import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ChoicesTable } from "./choices-table.tsx";
import { PushCard } from "./push-card.tsx";
import { choicesQuery } from "./queries.ts";

export default function NotificationSettingsPage() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(choicesQuery(id));
  return (
    <Page>
      <Card title={t("Messages on this device")}>
        {data ? (
          <PushCard push={data.push} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={1} />
        )}
      </Card>
      <Card title={t("What you are told, and how")}>
        {data ? <ChoicesTable choices={data.choices} /> : !error && <TextSkeleton rows={6} />}
      </Card>
      <Link to="/notifications" className="link-button">
        {t("Back to the notifications")}
      </Link>
    </Page>
  );
}
