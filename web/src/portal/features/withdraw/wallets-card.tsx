import { noFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";
import { drawOrder, walletKinds } from "@fc/contract/wallet/kinds";
import { useLingui } from "@lingui/react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Coins, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { WalletTotal } from "../../../ui/money/wallet-total.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { WithdrawData } from "./queries.ts";
import { balanceOf } from "./withdraw-form.ts";

/** What can be withdrawn, wallet by wallet, and what is owed. */
export function WalletsCard({ data: { wallet, state, deduction } }: { data: WithdrawData }) {
  const t = useT();
  const { i18n } = useLingui();
  const own = useOwnText();
  const [figure, unit] = fcText(balanceOf({ wallet, state })).split(" ");
  return (
    <Card>
      <div>
        <WalletTotal
          title={t("Available to withdraw")}
          report={{ to: "/Withdraw-report", label: t("Withdraw Report") }}
          figure={figure ?? ""}
          unit={unit ?? ""}
        />
      </div>
      <Figures>
        {drawOrder.map((each) => (
          <Figure key={each} label={t(walletKinds[each].label)}>
            <Coins coins={wallet[walletKinds[each].summaryField]} />
          </Figure>
        ))}
        {state.refundHeldFc !== undefined && (
          <Figure label={t("Of these, not available yet")}>
            <OwnAmount>− {coinsText(state.refundHeldFc)}</OwnAmount>
          </Figure>
        )}
        {state.pendingFc > 0 && (
          <Figure label={t("Pending withdrawals")}>
            <Coins coins={state.pendingFc} />
          </Figure>
        )}
      </Figures>
      {state.refundHeldFc !== undefined && (
        <Note>
          {t(
            "{amount} in your Staking Wallet come from a stake that you undid. You can withdraw or transfer them once a second person of our staff has checked your payment. We tell you then; you need not do anything.",
            { amount: own(coinsText(state.refundHeldFc)) },
          )}
        </Note>
      )}
      {deduction.DeductionFcAmount > 0 && (
        <Note>
          <p>
            {t("You owe {amount}. It is collected from your next accepted withdrawal.", {
              amount: own(fcText(fcFromWire(deduction.DeductionFcAmount) ?? noFc)),
            })}
          </p>
          <ul className="terms small">
            {deduction.items.map(({ amount, reason, createdAt }) => (
              <li key={`${createdAt}${reason}`}>
                {reason}: {own(coinsText(amount))} ({dateTimeText(createdAt, i18n.locale)})
              </li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  );
}
