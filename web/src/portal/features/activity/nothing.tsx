import { Button } from "@mantine/core";
import { useT } from "../../../lib/i18n.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ReportIcon, SearchIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";

export function NothingYet() {
  const t = useT();
  return (
    <Card>
      <EmptyState icon={ReportIcon} act={{ to: "/stacking", label: t("Stake a package") }}>
        {t("Every reward, transfer and withdrawal will be here. A stake earns the first one.")}
      </EmptyState>
    </Card>
  );
}

export function NothingFits({ onShowAll }: { onShowAll: () => void }) {
  const t = useT();
  return (
    <Card>
      <div className="state" role="status">
        <SearchIcon />
        <p>{t("Nothing fits what you searched for.")}</p>
        <Button variant="default" onClick={onShowAll}>
          {t("Show all")}
        </Button>
      </div>
    </Card>
  );
}
