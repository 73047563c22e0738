import { undoStake } from "@fc/contract/staking/portal";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { useLingui } from "@lingui/react";
import { Button, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Coins, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { Review } from "../../../ui/money/review.tsx";
import { useMoneyDone } from "../../../ui/money/use-money-done.ts";
import { useOtpChange, type ConfirmedChange } from "../../../ui/otp/use-otp-change.ts";
import { undoingQuery } from "./queries.ts";

interface UndoStakeProps {
  stakeId: number;
  until: string;
}

/** Within its cooling-off time a stake can be undone, with a code. */
export function UndoStake({ stakeId, until }: UndoStakeProps) {
  const t = useT();
  const { i18n } = useLingui();
  const { lookUntil } = useMember();
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack mt="md">
      <Note>{t("You can undo this stake until {time}.", { time: dateTimeText(until, i18n.locale) })}</Note>
      {lookUntil === null && (
        <Button variant="default" style={{ alignSelf: "start" }} onClick={() => setAsking(true)}>
          {t("Undo the stake")}
        </Button>
      )}
      {isAsking && <UndoReview stakeId={stakeId} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

function UndoReview({ stakeId, onClose }: { stakeId: number; onClose: () => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const done = useMoneyDone();
  const { data, error, refetch } = useQuery(undoingQuery(userId, stakeId));
  const change = {
    purpose: "stake-undo",
    change: { userId, stakeId },
    perform: async (body, idempotencyKey) => (await call(undoStake, { body, idempotencyKey })).data,
  } satisfies ConfirmedChange<"stake-undo">;
  const queries = useQueryClient();
  const otp = useOtpChange({
    ...change,
    userId,
    onDone: (made) => done("stake-undo", made),
    onEnded: () => queries.invalidateQueries(),
  });
  return (
    <Review title={t("Undo your stake")} action={t("Undo the stake")} otp={otp} onClose={onClose}>
      {otp.ended ? null : data ? (
        <Figures>
          <Figure label={t("Staked")}>
            <Coins coins={data.amount} />
          </Figure>
          <Figure label={t("Already paid on it")}>
            <OwnAmount>
              {data.paid > 0 && "− "}
              {coinsText(data.paid)}
            </OwnAmount>
          </Figure>
          <Figure label={t("You receive")} strong hint={t(walletKinds[data.wallet].label)}>
            <Coins coins={data.refund} />
          </Figure>
        </Figures>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={3} />
      )}
      {!otp.ended && (
        <>
          {data?.isHeld && (
            <Note>
              {t(
                "The coins are in your Staking Wallet at once. You can withdraw or transfer them once a second person of our staff has checked your payment.",
              )}
            </Note>
          )}
          <p className="small dimmed">
            {t("The stake then earns nothing more, and its business is off the legs above you.")}
          </p>
        </>
      )}
    </Review>
  );
}
