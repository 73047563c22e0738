import { goesToCoinAddress, withdrawKinds } from "@fc/contract/withdraw/kinds";
import { Link } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { WaitingTime } from "../../../ui/money/waiting-time.tsx";
import { withdrawScreens, type AddressFieldProps } from "./kinds.tsx";

const stakingPath: string = "/stacking";

/** Where the coins go, or what keeps them from going. */
export function Destination(props: AddressFieldProps) {
  const { form, data } = props;
  const { state, stakeMessage } = data;
  const { hasWaitingTime, isPayout } = withdrawKinds[form.type];
  const { Address } = withdrawScreens[form.type];
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
      <Address {...props} />
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
      {goesToCoinAddress(form.type) && state.unproven && (
        <Note>
          <p>
            {t(
              "Until you have proven that the coin address is yours, you can withdraw {limit} within 24 hours. {left} of it are left.",
              { limit: coinsText(state.unproven.limitFc), left: coinsText(state.unproven.leftFc) },
            )}
          </p>
          <Link className="link-button" to="/coin-address">
            {t("Prove the address")}
          </Link>
        </Note>
      )}
      {hasWaitingTime && <WaitingTime state={state} />}
    </>
  );
}
