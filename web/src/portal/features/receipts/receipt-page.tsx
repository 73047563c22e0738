import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { receiptQuery } from "./queries.ts";
import { ReceiptView } from "./receipt-view.tsx";

export default function ReceiptPage() {
  const { reference = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(receiptQuery(useMember().id, reference));
  if (data) return <ReceiptView receipt={data} />;
  if (!error) return <PageSkeleton />;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page width="form">
      <Card>
        {isUnknown ? <NoSuchReceipt /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Card>
    </Page>
  );
}

function NoSuchReceipt() {
  const t = useT();
  return (
    <div className="state">
      <ReportIcon />
      <p>{t("You have no receipt with this reference.")}</p>
      <Link to="/" className="link-button">
        {t("Go to the dashboard")}
      </Link>
    </div>
  );
}
