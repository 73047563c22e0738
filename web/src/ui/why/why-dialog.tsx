import { asFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import { explain, type CreditReason } from "@fc/contract/reports/why";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { ApiError } from "../../lib/api/api.ts";
import { dayText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Figure, Figures } from "../money/figures.tsx";
import { Note } from "../feedback/note.tsx";
import { ErrorState } from "../feedback/problem.tsx";
import { TextSkeleton } from "../feedback/skeletons.tsx";
import { TaxSteps } from "./tax-steps.tsx";
import { CoverageSteps, KindSteps, PriceSteps } from "./why-steps.tsx";
import "./why.css";

interface WhyDialogProps {
  /** Names the credit among all others. */
  credit: string;
  load: () => Promise<CreditReason>;
  onClose: () => void;
  /** Leads to the member whose stake gave a bonus, for who may open it. */
  source?: ComponentType<{ refId: string }> | undefined;
}

/** What a reward follows from, step by step, and whether this browser comes to the same. */
export default function WhyDialog({ credit, load, onClose, source }: WhyDialogProps) {
  const t = useT();
  // A computed reward never changes, so its explanation is requested once.
  const { data, error, refetch } = useQuery({
    queryKey: ["credit-reason", credit],
    queryFn: load,
    staleTime: Infinity,
  });
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title={t("Why this amount?")} onClose={onClose}>
      {data ? (
        <Calculation reason={data} source={source} />
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

function Calculation({ reason, source: Source }: { reason: CreditReason } & Pick<WhyDialogProps, "source">) {
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
      {reason.kind === "direct_bonus" && Source && <Source refId={reason.refId} />}
      <Figures>
        {due.usdCents !== undefined && (
          <PriceSteps reason={reason} dueUsdCents={due.usdCents} dueFc={due.fc} />
        )}
        <CoverageSteps reason={reason} dueFc={due.fc} />
        <Figure label={t("Credited")} strong>
          {fcText(asFc(BigInt(reason.creditedFc)))}
        </Figure>
        {reason.tax && <TaxSteps tax={reason.tax} reason={reason} />}
        <Figure label={t("Plan version")}>{reason.planVersion}</Figure>
      </Figures>
      {agrees ? (
        <Note tone="good">{t("Checked in your browser: agrees")}</Note>
      ) : (
        <Note tone="bad">
          <p>
            {t("Checked in your browser: does not agree. It comes to {ours}, and {credited} was credited.", {
              ours: fcText(paidFc),
              credited: fcText(asFc(BigInt(reason.creditedFc))),
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
