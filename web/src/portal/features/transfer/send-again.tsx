import type { TransferRow } from "@fc/contract/transfer/portal";
import { Button, Group } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { transferReportQuery } from "./queries.ts";
import { recentReceivers } from "./recent-receivers.ts";
import { Coins } from "../../../ui/money/figures.tsx";

/** Whom the member sent coins to lately. A press fills the form; it is reviewed and confirmed like any other. */
export function SendAgain({ userId, onPress }: { userId: number; onPress: (transfer: TransferRow) => void }) {
  const t = useT();
  const { i18n } = useLingui();
  const { data } = useQuery(transferReportQuery(userId, {}));
  const recent = recentReceivers(data?.rows ?? []);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-receivers">
      <h2 id="recent-receivers" className="small dimmed">
        {t("Recent receivers")}
      </h2>
      <ul className="plain-list">
        {recent.map((transfer) => (
          <Group key={transfer.toRefId} component="li" justify="space-between" wrap="nowrap" gap="sm" mt="xs">
            <div>
              <span className="unit-id">{transfer.toRefId}</span>
              <div className="small dimmed">
                <Coins coins={transfer.amount} /> · {dateText(transfer.respondedAt, i18n.locale)}
              </div>
            </div>
            <Button
              variant="default"
              aria-label={t("Send again to {refId}", { refId: transfer.toRefId })}
              onClick={() => onPress(transfer)}
            >
              {t("Send again")}
            </Button>
          </Group>
        ))}
      </ul>
    </section>
  );
}
