import { fcText } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";
import { drawOrder, walletKinds } from "@fc/contract/wallet/kinds";
import { useLingui } from "@lingui/react";
import { Link } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { WithdrawData } from "./queries.ts";
import { balanceOf } from "./withdraw-form.ts";

/** What can be withdrawn, wallet by wallet, and what is owed. */
export function WalletsCard({ data: { wallet, state, deduction } }: { data: WithdrawData }) {
  const t = useT();
  const { i18n } = useLingui();
  const [figure, unit] = fcText(balanceOf({ wallet })).split(" ");
  return (
    <Card>
      <div className="wallet-head">
        <div className="card-header">
          <h2 className="card-title">{t("Available to withdraw")}</h2>
          <Link className="link-button small" to="/Withdraw-report" aria-label={t("Withdraw Report")}>
            {t("Report")}
          </Link>
        </div>
        <p className="wallet-total">
          {figure} <small>{unit}</small>
        </p>
      </div>
      <Figures>
        {drawOrder.map((each) => (
          <Figure key={each} label={t(walletKinds[each].label)}>
            {coinsText(wallet[walletKinds[each].summaryField])}
          </Figure>
        ))}
        {state.pendingFc > 0 && (
          <Figure label={t("Pending withdrawals")}>{coinsText(state.pendingFc)}</Figure>
        )}
      </Figures>
      {deduction.DeductionFcAmount > 0 && (
        <Note>
          <p>
            {t("You owe {amount}. It is collected from your next accepted withdrawal.", {
              amount: fcText(fcFromWire(deduction.DeductionFcAmount) ?? 0n),
            })}
          </p>
          <ul className="owed">
            {deduction.items.map(({ amount, reason, createdAt }) => (
              <li key={`${createdAt}${reason}`} className="small">
                {reason}: {coinsText(amount)} ({dateTimeText(createdAt, i18n.locale)})
              </li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  );
}
