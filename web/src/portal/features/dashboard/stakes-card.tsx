import type { Dashboard } from "@fc/contract/dashboard/portal";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { useOwnText } from "../../../ui/money/own-amounts.tsx";
import { StakeProgress } from "../../../ui/money/stake-life.tsx";

/** How far the newest stakes are. It comes after the figures, so it stands where nothing below it would move. */
export default function StakesCard({ stakes }: Pick<Dashboard, "stakes">) {
  const t = useT();
  const own = useOwnText();
  return (
    <Card>
      <div className="card-header stakes-header">
        <h2 className="card-title">{t("Your stakes")}</h2>
        <Link className="link-button small" to="/stacking-investment">
          {t("See all your stakes")}
        </Link>
      </div>
      {stakes.map(({ id, amountUsd, life }) => (
        <div key={id} className="stake">
          <Text size="sm" c="dimmed">
            {t("Stake of {amount}", { amount: own(dollarsText(amountUsd)) })}
          </Text>
          <StakeProgress life={life} />
        </div>
      ))}
    </Card>
  );
}
