import { closeAccount, getClosure, keepAccount, type Closure } from "@fc/contract/closure/portal";
import { noticeMs } from "@fc/contract/notice-times";
import { useLingui } from "@lingui/react";
import { Button, Checkbox } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Coins, Figure, Figures } from "../../../ui/money/figures.tsx";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";

function closureQuery(userId: number) {
  return queryOptions({
    queryKey: ["closure", userId],
    queryFn: async () => (await call(getClosure, { params: { userId } })).data,
  });
}

export function ClosureCard() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(closureQuery(id));
  return (
    <Card title={t("Close the account")}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={6} />
        )
      ) : data.asked ? (
        <AskedFor closure={data} dueAt={data.asked.dueAt} />
      ) : (
        <Offer closure={data} />
      )}
    </Card>
  );
}

function AskedFor({ closure, dueAt }: { closure: Closure; dueAt: string }) {
  const t = useT();
  const { i18n } = useLingui();
  const { id: userId } = useMember();
  const { busy, problem, submit } = useChange(closureQuery(userId).queryKey, async () => {
    const { message } = await call(keepAccount, { body: { userId } });
    toast.success(message, noticeMs.changeConfirmed);
  });
  return (
    <>
      <Note tone="bad">
        {t("You asked to close this account. It is closed and erased from {time} on.", {
          time: dateTimeText(dueAt, i18n.locale),
        })}
      </Note>
      <Amounts closure={closure} />
      <FormProblem error={problem} />
      <Button aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
        {t("Keep my account")}
      </Button>
    </>
  );
}

function Amounts({ closure }: { closure: Closure }) {
  const t = useT();
  const { i18n } = useLingui();
  const { withdrawableFc, leftFc, lockedFc, dailyFc, openRequests, undoUntil } = closure;
  const amount = (coins: number) => <Coins coins={coins} />;
  return (
    <>
      <Figures>
        <Figure label={t("What you can still withdraw")} strong>
          {amount(withdrawableFc)}
        </Figure>
        <Figure label={t("What is left in your wallets and cannot be withdrawn")}>{amount(leftFc)}</Figure>
        <Figure label={t("Locked in stakes that run")}>{amount(lockedFc)}</Figure>
        {lockedFc > 0 && <Figure label={t("What these stakes return a day")}>{amount(dailyFc)}</Figure>}
        {openRequests > 0 && <Figure label={t("Requests that are not decided yet")}>{openRequests}</Figure>}
      </Figures>
      {withdrawableFc > 0 && (
        <p>
          {t("Please withdraw your coins first. Afterwards they are not paid out any more.")}{" "}
          <Link to="/withdraw">{t("Go to Withdraw")}</Link>
        </p>
      )}
      {openRequests > 0 && (
        <p>{t("The account can be closed once these requests are decided or cancelled.")}</p>
      )}
      {undoUntil !== null && (
        <p>
          {t(
            "Until {time} you can undo a stake and get its coins back. Do that first if you do not want to give them up.",
            { time: dateTimeText(undoUntil, i18n.locale) },
          )}{" "}
          <Link to="/stacking-investment">{t("Go to your stakes")}</Link>
        </p>
      )}
      {lockedFc > 0 && (
        <p>
          {t(
            "Your stakes run until the account is closed, and then end: by the plan their principal is not paid back. Withdraw what they return before that day.",
          )}
        </p>
      )}
    </>
  );
}

function Offer({ closure }: { closure: Closure }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { withdrawableFc, openRequests, waitingDays, kycYears, taxYears } = closure;
  return (
    <>
      <Amounts closure={closure} />
      <ul style={{ margin: 0, paddingInlineStart: "1.25rem" }}>
        <li>
          {t("You have {days} days to take it back. Then nobody can sign in any more.", {
            days: waitingDays,
          })}
        </li>
        <li>
          {t(
            "We erase your name, number, e-mail address, postal address, bank details, pictures, devices, sign-ins and what you wrote to support.",
          )}
        </li>
        <li>
          {t(
            "By law we keep the picture of your PAN card for {kycYears} years, and name and number of your PAN and your tax records for {taxYears} years.",
            { kycYears, taxYears },
          )}
        </li>
        <li>
          {t(
            "The ledger and your place in the tree stay, under your user ID and without your name. What is left in your wallets stays in the books under this number: nobody takes it, and nobody can pay it out.",
          )}
        </li>
      </ul>
      {withdrawableFc === 0 && openRequests === 0 && (
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t("Close the account")}
        </Button>
      )}
      {isAsking && <ClosureDialog closure={closure} onClose={() => setAsking(false)} />}
    </>
  );
}

function ClosureDialog({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [isSure, setSure] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { leftFc, lockedFc } = closure;
  const otp = useOtpChange({
    purpose: "close-account",
    userId,
    change: { userId, leftFc, lockedFc },
    perform: async (body) => {
      const { message } = await call(closeAccount, { body });
      toast.success(message, noticeMs.changeConfirmed);
      return {};
    },
    onDone: () => {
      onClose();
      void queries.invalidateQueries();
    },
    onRefused: () => {
      // The figures may be others by now.
      void queries.invalidateQueries({ queryKey: closureQuery(userId).queryKey });
      return false;
    },
  });
  const submit = async () => {
    setMissing(!isSure);
    if (isSure) await otp.submit();
  };
  return (
    <CodeDialog
      title={t("Close the account")}
      action={t("Close the account")}
      otp={{ ...otp, submit }}
      onClose={onClose}
    >
      <Figures>
        <Figure label={t("What is left in your wallets and cannot be withdrawn")}>{coinsText(leftFc)}</Figure>
        <Figure label={t("Locked in stakes that run")}>{coinsText(lockedFc)}</Figure>
      </Figures>
      <Checkbox
        label={t(
          "I give up what is left in my wallets and my stakes, and I know that it cannot be brought back",
        )}
        checked={isSure}
        error={isMissing && !isSure && t("Please tick this first")}
        onChange={({ currentTarget: { checked } }) => setSure(checked)}
      />
    </CodeDialog>
  );
}
