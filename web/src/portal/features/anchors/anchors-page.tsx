import { QueryClientProvider } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { useT } from "../../../lib/i18n.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { HomeLink } from "../../../ui/layout/home-link.tsx";
import { PublicFrame } from "../../../ui/layout/public-frame.tsx";
import { CompareAnchors } from "./compare-anchors.tsx";
import { ConfirmPage } from "./confirm-page.tsx";
import { History } from "./history.tsx";
import { SubscribeToAnchors } from "./subscribe.tsx";

/** For everybody, signed in or not: each day's head of the seal chain, to be kept and compared. */
export default function AnchorsPage() {
  const { token }: { token?: string } = useParams({ strict: false });
  return token === undefined ? <Anchors /> : <ConfirmPage token={token} />;
}

function Anchors() {
  const t = useT();
  const [queries] = useState(createQueryClient);
  const lead = (
    <>
      <p className="dimmed">
        {t(
          "Every entry of the ledger is sealed, and each seal depends on all before it. Here is the newest seal of each day. If an old entry were changed, the seals since then would be others. Keep a line of today, and compare it later.",
        )}
      </p>
      <nav style={{ marginInlineStart: "-0.25rem" }}>
        <HomeLink />
      </nav>
    </>
  );
  return (
    <QueryClientProvider client={queries}>
      <PublicFrame title={t("Daily seals")} lead={lead} aside={<History />}>
        <Card title={t("Compare what you kept")}>
          <CompareAnchors />
        </Card>
        <Card title={t("The daily seal by mail")}>
          <SubscribeToAnchors />
        </Card>
      </PublicFrame>
    </QueryClientProvider>
  );
}
