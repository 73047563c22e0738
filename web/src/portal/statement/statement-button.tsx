import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { loadOrNotify } from "../../ui/feedback/load-or-notify.ts";
import { ReportIcon } from "../../ui/icons/screen-icons.tsx";
import { useNarrow } from "../../ui/table/use-narrow.ts";
import type { StatementChoice } from "./download.ts";

const StatementDialog = lazyComponent(() => import("./statement-dialog.tsx"));

/** Opens the choice of wallet and days for a statement as a PDF. */
export function StatementButton({
  wallet,
  period,
}: {
  wallet: StatementChoice["wallet"];
  period: Readonly<Record<string, string>>;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const show = async () => {
    if (await loadOrNotify([StatementDialog], { onRetry: () => void show() })) setOpen(true);
  };
  return (
    <>
      <Button
        variant="default"
        flex="1 1 auto"
        px={{ base: 6, sm: "lg" }}
        leftSection={useNarrow() ? undefined : <ReportIcon />}
        onClick={() => void show()}
      >
        {t("Statement")}
      </Button>
      {open && (
        <Suspense>
          <StatementDialog wallet={wallet} period={period} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
