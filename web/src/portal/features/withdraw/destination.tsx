import { withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import { useLingui } from "@lingui/react";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { clockText, useCountdown } from "../../../lib/use-countdown.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import type { WithdrawData } from "./queries.ts";

const stakingPath: string = "/stacking";

/** Where the coins go, or what keeps them from going. */
export function Destination({ type, data }: { type: WithdrawType; data: WithdrawData }) {
  const { state, stakeMessage } = data;
  const { destination, hasWaitingTime } = withdrawKinds[type];
  const t = useT();
  const { i18n } = useLingui();
  const leftMs = useCountdown(state.heldUntil);
  return (
    <>
      {stakeMessage !== null && (
        <Note tone="bad">
          <p>{t(stakeMessage)}</p>
          <Link className="link-button" to={stakingPath}>
            {t("Staking")}
          </Link>
        </Note>
      )}
      {destination !== null ? (
        <p>{t(destination)}</p>
      ) : state.freeCoinAddress === null ? (
        <Note tone="bad">
          <p>{t("Please set free coin address before withdraw")}</p>
          <Link className="link-button" to="/coin-address">
            {t("Free Coin Address")}
          </Link>
        </Note>
      ) : (
        <div className="coin-address">
          <span className="small dimmed">{t("Free Coin Address")} (BEP20)</span>
          <span className="unit-id">{state.freeCoinAddress}</span>
        </div>
      )}
      {hasWaitingTime && leftMs > 0 && state.heldUntil !== null && (
        <Note>
          <p>
            {state.heldAfter === "address"
              ? t("Your free coin address is new. For your safety coins can be sent to it from {time}.", {
                  time: dateTimeText(state.heldUntil, i18n.locale),
                })
              : t("Your password or e-mail is new. For your safety coins can be withdrawn from {time}.", {
                  time: dateTimeText(state.heldUntil, i18n.locale),
                })}
          </p>
          <p className="waiting-clock" role="timer" aria-label={t("Time left")}>
            {clockText(leftMs)}
          </p>
        </Note>
      )}
    </>
  );
}
