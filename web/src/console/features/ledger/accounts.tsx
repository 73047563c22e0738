import { houseAccountWords } from "@fc/contract/ledger/console";
import { useQuery } from "@tanstack/react-query";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { accountsQuery } from "./queries.ts";
import { houseAccountMeanings } from "./account-labels.ts";

/** Shows the balance of each account of the house, and what all members hold together. */
export function Accounts() {
  const { data, error, refetch } = useQuery(accountsQuery);
  return (
    <Card title="House accounts" aria-label="House accounts">
      {data ? (
        <Figures>
          {data.accounts.map(({ name, currency, balance }) => (
            <Figure key={name} label={houseAccountWords[name]} note={houseAccountMeanings[name]}>
              {balanceText(balance, currency)}
            </Figure>
          ))}
          <Figure label="All members together" note="wallets, holds and staked principal" strong>
            {balanceText(data.membersFc, "FC")}
          </Figure>
        </Figures>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={5} />
      )}
    </Card>
  );
}

function balanceText(balance: number, currency: "FC" | "USD"): string {
  const figure = coinsFigure(Math.abs(balance));
  return `${balance < 0 ? "−" : ""}${currency === "FC" ? `${figure} FC` : `$${figure}`}`;
}
