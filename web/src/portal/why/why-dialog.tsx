import { fcText } from "@fc/contract/amount-text";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import { explain, type CreditReason } from "@fc/contract/reports/why";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../lib/api/api.ts";
import { dayText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/session/member.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../ui/feedback/skeletons.tsx";
import { reasonQuery } from "./queries.ts";
import { CoverageSteps, KindSteps, PriceSteps } from "./why-steps.tsx";
import "./why.css";

/** What a reward follows from, step by step, and whether this browser comes to the same. */
export default function WhyDialog({ transID, onClose }: { transID: string; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useQuery(reasonQuery(useMember().id, transID));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title={t("Why this amount?")} onClose={onClose}>
      {data ? (
        <Calculation reason={data} />
      ) : isUnknown ? (
        <Note>{t("This reward was not made by a daily closing, so there is no calculation to show.")}</Note>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={4} />
      )}
    </Dialog>
  );
}

function Calculation({ reason }: { reason: CreditReason }) {
  const t = useT();
  const { i18n } = useLingui();
  const { due, paidFc, agrees } = explain(reason);
  return (
    <div className="stack">
      <p>
        <strong>{t(rewardKinds[reason.kind].title)}</strong>
        {" · "}
        {t("Closing of {day}", { day: dayText(reason.day, i18n.locale) })}
      </p>
      <KindSteps kind={reason.kind} reason={reason} />
      <Figures>
        {due.usdCents !== undefined && (
          <PriceSteps reason={reason} dueUsdCents={due.usdCents} dueFc={due.fc} />
        )}
        <CoverageSteps reason={reason} dueFc={due.fc} />
        <Figure label={t("Credited")} strong>
          {fcText(BigInt(reason.creditedFc))}
        </Figure>
        <Figure label={t("Plan version")}>{reason.planVersion}</Figure>
      </Figures>
      {agrees ? (
        <Note tone="good">{t("Checked in your browser: agrees")}</Note>
      ) : (
        <Note tone="bad">
          <p>
            {t("Checked in your browser: does not agree. It comes to {ours}, and {credited} was credited.", {
              ours: fcText(paidFc),
              credited: fcText(BigInt(reason.creditedFc)),
            })}
          </p>
          <p>{t("Please tell us through Support.")}</p>
        </Note>
      )}
      <p className="small dimmed">
        {t("Amounts below 1/10,000 FC or a cent are rounded down at every step.")}
      </p>
    </div>
  );
}
