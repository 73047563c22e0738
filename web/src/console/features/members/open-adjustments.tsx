import { openAdjustments } from "@fc/contract/members/console";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { useQuery } from "@tanstack/react-query";
import { ageText } from "../../../lib/format/age-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { MemberLink } from "./member-cells.tsx";
import { signedCoins } from "./money-section.tsx";
import { openAdjustmentsQuery } from "./queries.ts";

/** Lists the adjustments that wait for a second operator. Only operators who may decide them see the list. */
export function OpenAdjustments() {
  const { role } = useOperator();
  const mayRead = mayCall(role, openAdjustments);
  const { data, error, refetch } = useQuery({ ...openAdjustmentsQuery, enabled: mayRead });
  if (!mayRead) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className="card stack" aria-label="Adjustments that wait for a second operator">
      <h2 className="card-title">Adjustments that wait for a second operator</h2>
      <ul className="plain-list ruled-list">
        {data.map((adjustment) => (
          <li key={adjustment.id} className="row open-adjustment">
            <MemberLink member={adjustment.member} />
            <span>
              {signedCoins(adjustment)} · {walletKinds[adjustment.wallet].label}
              <span className="small dimmed open-reason">{adjustment.reason}</span>
            </span>
            <span className="small dimmed">
              {adjustment.proposedBy.name}, {ageText(adjustment.proposedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
