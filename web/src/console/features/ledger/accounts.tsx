import { useQuery } from "@tanstack/react-query";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { accountsQuery } from "./queries.ts";
import { houseAccountLabels } from "./account-labels.ts";
import "../../../ui/table/plain-table.css";
import "../../../ui/table/table-body.css";

/** Shows the balance of each account of the house, and what all members hold together. */
export function Accounts() {
  const { data, error, refetch } = useQuery(accountsQuery);
  return (
    <section className="card stack" aria-label="House accounts">
      <h2 className="card-title">House accounts</h2>
      {data ? (
        <table className="table table-dense ledger-accounts" aria-label="House accounts">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" data-align="end">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {data.accounts.map(({ name, currency, balance }) => (
              <tr key={name}>
                <td>
                  {houseAccountLabels[name].name}
                  <span className="ledger-means small dimmed">{houseAccountLabels[name].means}</span>
                </td>
                <td data-align="end">{balanceText(balance, currency)}</td>
              </tr>
            ))}
            <tr>
              <td>
                <strong>All members together</strong>
                <span className="ledger-means small dimmed">wallets, holds and staked principal</span>
              </td>
              <td data-align="end">
                <strong>{balanceText(data.membersFc, "FC")}</strong>
              </td>
            </tr>
          </tbody>
        </table>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={5} />
      )}
    </section>
  );
}

function balanceText(balance: number, currency: "FC" | "USD"): string {
  const figure = coinsFigure(Math.abs(balance));
  return `${balance < 0 ? "−" : ""}${currency === "FC" ? `${figure} FC` : `$${figure}`}`;
}
