import { asFc, asUsdCents } from "@fc/contract/units";
import { planDifference, planLines, type PlanChange } from "@fc/contract/plan/difference";
import { ownFigureKinds, ownFigures, type OwnStakes } from "@fc/contract/plan/own-figures";
import type { MemberPlanVersion } from "@fc/contract/plan/portal";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { useLanguage, useT, type Translate } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { useOwnText } from "../../../ui/money/own-amounts.tsx";
import { planAddress, planHistoryQuery } from "./queries.ts";

const states: Readonly<Record<MemberPlanVersion["state"], string>> = {
  past: msg("Was in force"),
  "in force": msg("In force today"),
  scheduled: msg("Announced"),
};

/** Every version that was ever in force, and what is announced with what it changes for the member. */
export function PlanVersions() {
  const t = useT();
  const { data, error, refetch } = useQuery(planHistoryQuery(useMember().id));
  if (!data) {
    return (
      <Card title={t("Versions of the plan")}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={4} />}
      </Card>
    );
  }
  const { versions, own } = data;
  const stakes: OwnStakes = {
    principalUsdCents: asUsdCents(BigInt(own.principalUsdCents)),
    principalFc: asFc(BigInt(own.principalFc)),
    dailyRosFc: asFc(BigInt(own.dailyRosFc)),
  };
  return (
    <Card title={t("Versions of the plan")}>
      <p className="dimmed">
        {t("A new version is announced before it begins. A stake keeps the terms it was bought under.")}
      </p>
      {versions.map((version, at) => (
        <Version key={version.version} version={version} before={versions[at + 1]} stakes={stakes} />
      ))}
    </Card>
  );
}

interface VersionProps {
  version: MemberPlanVersion;
  /** The one that it follows; the first follows none. */
  before: MemberPlanVersion | undefined;
  stakes: OwnStakes;
}

function Version({ version, before, stakes }: VersionProps) {
  const t = useT();
  const language = useLanguage();
  const { state, effectiveFrom, effectiveTo, announcedAt, rules } = version;
  const from = dayText(effectiveFrom, language);
  const until = effectiveTo === null ? undefined : dayText(effectiveTo, language);
  const isComing = state === "scheduled" && before !== undefined;
  return (
    <details open={isComing}>
      <summary>
        {t("Version {version}", { version: version.version })}: {t(states[state])},{" "}
        {until === undefined
          ? t("from {from} on", { from })
          : t("from {from} until {until}", { from, until })}
      </summary>
      <div className="stack" style={{ paddingTop: "1rem" }}>
        {announcedAt !== null && (
          <p className="small dimmed">
            {t("Members were told on {time}", { time: dateTimeText(announcedAt, language) })}
          </p>
        )}
        {before && <Changes changes={planDifference(before.rules, rules)} />}
        {isComing && <ForYou stakes={stakes} before={before} after={version} />}
        <h4>{t("All rules of this version")}</h4>
        <Figures>
          {planLines(rules).map(({ label, figure }) => (
            <Figure key={label.en} label={label[language]}>
              {figure}
            </Figure>
          ))}
        </Figures>
        <a href={planAddress(language, version.version)} target="_blank" rel="noopener">
          {t("Open the PDF")}
        </a>
      </div>
    </details>
  );
}

function Changes({ changes }: { changes: readonly PlanChange[] }) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      <h4>{t("What changed with it")}</h4>
      <Figures>
        {changes.map(({ label, before, after }) => (
          <Figure key={label.en} label={label[language]}>
            {fromTo(before, after, t)}
          </Figure>
        ))}
      </Figures>
    </>
  );
}

const fromTo = (before: string | undefined, after: string | undefined, t: Translate) =>
  `${before ?? t("none")} → ${after ?? t("none")}`;

function ForYou({
  stakes,
  before,
  after,
}: {
  stakes: OwnStakes;
  before: MemberPlanVersion;
  after: MemberPlanVersion;
}) {
  const t = useT();
  const own = useOwnText();
  const language = useLanguage();
  return (
    <>
      <h4>{t("In figures for you")}</h4>
      <Figures>
        {ownFigures(stakes, before.rules, after.rules).map(({ name, before: was, after: is }) => (
          <Figure key={name} label={ownFigureKinds[name].label[language]}>
            {was === is ? own(was) : fromTo(own(was), own(is), t)}
          </Figure>
        ))}
      </Figures>
      {stakes.principalFc > 0n && (
        <Note>{t("Your running stakes are not touched: they go on as they were bought.")}</Note>
      )}
    </>
  );
}
