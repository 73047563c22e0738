import { hoursText } from "@fc/contract/hours-text";
import { sides, type Side } from "@fc/contract/side";
import { stakingPackagesUsd } from "@fc/contract/staking/portal";
import type { TonightChange } from "@fc/contract/tonight/portal";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { tonightWithQuery } from "./queries.ts";

type PackageUsd = (typeof stakingPackagesUsd)[number];

const titles: Readonly<Record<Side, string>> = {
  left: msg("In your left leg"),
  right: msg("In your right leg"),
};

/** What one more stake in either leg would change, for a package that the member chooses. */
export function OneMoreStake() {
  const t = useT();
  const language = useLanguage();
  const [usd, setUsd] = useState<PackageUsd>(150);
  const { data, error, refetch } = useQuery(tonightWithQuery(useMember().id, usd));
  return (
    <Card title={t("One more stake")}>
      <NativeSelect
        label={t("Package")}
        value={usd}
        data={stakingPackagesUsd.map((package_) => ({
          value: String(package_),
          label: dollarsText(package_),
        }))}
        onChange={({ currentTarget: { value } }) =>
          setUsd(stakingPackagesUsd.find((package_) => String(package_) === value) ?? usd)
        }
      />
      {data ? (
        sides.map((side) => (
          <div key={side}>
            <h3 className="card-title">{t(titles[side])}</h3>
            <Figures>
              <Change label={t("By somebody of your team")} change={data[side].byTeam} />
              <Change label={t("By somebody you sponsored")} change={data[side].bySponsored} />
            </Figures>
          </div>
        ))
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={4} />
      )}
      {data && data.coolingOffHours > 0 && (
        <Note>
          {t("A new stake counts for bonuses once its cooling-off time of {hours} has ended.", {
            hours: hoursText(data.coolingOffHours, language),
          })}
        </Note>
      )}
      <p className="small dimmed">
        {t(
          "More than is due to you now, before the pool's share. One more stake also changes what others get, and with it that share.",
        )}
      </p>
    </Card>
  );
}

function Change({ label, change }: { label: string; change: TonightChange }) {
  const t = useT();
  const own = useOwnText();
  const parts = [
    [t("Direct bonus"), change.directBonus] as const,
    [t("Pair matching"), change.pairMatching] as const,
    [t("Offers"), change.offers] as const,
  ].filter(([, coins]) => coins > 0);
  const flushed =
    change.flushed > 0
      ? t("Business beyond the cap, to be flushed: {flushed}", { flushed: own(dollarsText(change.flushed)) })
      : undefined;
  const note = [...parts.map(([name, coins]) => `${name} ${own(coinsText(coins))}`), flushed]
    .filter((part) => part !== undefined)
    .join(" · ");
  return (
    <Figure label={label} {...(note !== "" && { note })}>
      <OwnAmount>{change.total > 0 ? `+${coinsText(change.total)}` : coinsText(0)}</OwnAmount>
    </Figure>
  );
}
