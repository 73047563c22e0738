import { useT } from "../../../lib/i18n.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ClockIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";

export default function ComingSoonPage() {
  const t = useT();
  return (
    <Page>
      <div className="card">
        <EmptyState icon={ClockIcon}>{t("Coming Soon")}</EmptyState>
      </div>
    </Page>
  );
}
