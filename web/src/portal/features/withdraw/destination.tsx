import { withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import { Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { WaitingTime } from "../../../ui/money/waiting-time.tsx";
import { CoinAddress } from "./coin-address.tsx";
import type { WithdrawData } from "./queries.ts";

const stakingPath: string = "/stacking";

/** Where the coins go, or what keeps them from going. */
export function Destination({ type, data }: { type: WithdrawType; data: WithdrawData }) {
  const { state, stakeMessage } = data;
  const { destination, hasWaitingTime, isPayout } = withdrawKinds[type];
  const t = useT();
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
      {destination.to === "own-wallet" ? (
        <p>{t(destination.label)}</p>
      ) : state.freeCoinAddress === null ? (
        <Note tone="bad">
          <p>{t("Please set free coin address before withdraw")}</p>
          <Link className="link-button" to="/coin-address">
            {t("Free Coin Address")}
          </Link>
        </Note>
      ) : (
        <Paper px="md" py="sm" bg="var(--fc-surface-quiet)">
          <p className="small dimmed">{t("Free Coin Address")} (BEP20)</p>
          <p>
            <CoinAddress address={state.freeCoinAddress} />
          </p>
        </Paper>
      )}
      {isPayout && state.kycAboveFc !== null && state.kycPeriod && (
        <Note>
          <p>
            {t(
              "Until your PAN and bank details are approved, you can withdraw {limit} within {days} days. {left} of it are left.",
              {
                limit: coinsText(state.kycPeriod.limitFc),
                days: state.kycPeriod.days,
                left: coinsText(state.kycAboveFc),
              },
            )}
          </p>
          <Link className="link-button" to="/pan-details">
            {t("PAN Details")}
          </Link>{" "}
          <Link className="link-button" to="/bank-details">
            {t("Bank Details")}
          </Link>
        </Note>
      )}
      {hasWaitingTime && <WaitingTime state={state} />}
    </>
  );
}
