import { useT } from "../../../lib/i18n.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ClockIcon } from "../../../ui/screen-icons.tsx";
import { Page } from "../../../ui/page.tsx";

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
