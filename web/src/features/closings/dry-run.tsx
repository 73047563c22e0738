import type { DryRunResult } from "@fc/contract/console-closings";
import { percentText } from "@fc/contract/plan-difference";
import { coinsFigure, coinsText } from "../../lib/amounts.ts";
import { dayText } from "../../lib/format.ts";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import "../../ui/table/table.css";

/** What a closing would pay. `other` is the same by the plan in force, to be held against. */
export function DryRunView({ run, other }: { run: DryRunResult; other?: DryRunResult | undefined }) {
  const beside = (of: (run: DryRunResult) => number) =>
    other ? `By the plan in force: ${coinsText(of(other))}` : undefined;
  return (
    <div className="dry-run">
      <div>
        <h3 className="card-title">{dayText(run.day, "en")}, as far as is known by now</h3>
        <Figures>
          <Figure label="Return on staking" note={beside(({ due }) => due.ros)}>
            {coinsText(run.due.ros)}
          </Figure>
          <Figure label="Direct bonus" note={beside(({ due }) => due.directBonus)}>
            {coinsText(run.due.directBonus)}
          </Figure>
          <Figure label="Pair matching" note={beside(({ due }) => due.pairMatching)}>
            {coinsText(run.due.pairMatching)}
          </Figure>
          <Figure label="Offers" note={beside(({ due }) => due.offers)}>
            {coinsText(run.due.offers)}
          </Figure>
          <Figure label="In all" strong note={beside(({ totalDue }) => totalDue)}>
            {coinsText(run.totalDue)}
          </Figure>
          <Figure label="In the pool">{coinsText(run.available)}</Figure>
          <Figure label="Covered">{percentText(run.coverage)}</Figure>
          <Figure label="Flushed business">${run.flushedUsd.toLocaleString("en-IN")}</Figure>
          <Figure label="Lapsed bonuses">{run.lapsedBonuses.toLocaleString("en-IN")}</Figure>
        </Figures>
      </div>
      <div className="stack">
        <div className="stack stack-tight">
          <h3 className="card-title">Who would get most</h3>
          <TopEarners run={run} />
        </div>
        <div className="stack stack-tight">
          <h3 className="card-title">How many would get how much</h3>
          <Distribution run={run} />
        </div>
      </div>
    </div>
  );
}

function TopEarners({ run: { topEarners } }: { run: DryRunResult }) {
  if (topEarners.length === 0) return <p className="dimmed">Nobody.</p>;
  return (
    <table className="table table-dense" aria-label="Who would get most">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col" data-align="end">
            FC
          </th>
        </tr>
      </thead>
      <tbody>
        {topEarners.map(({ refId, name, due }) => (
          <tr key={refId}>
            <td>
              {name} <span className="small dimmed unit-id">{refId}</span>
            </td>
            <td data-align="end">{coinsFigure(due)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Distribution({ run: { distribution } }: { run: DryRunResult }) {
  return (
    <table className="table table-dense" aria-label="How many would get how much">
      <thead>
        <tr>
          <th scope="col">Each</th>
          <th scope="col" data-align="end">
            Members
          </th>
          <th scope="col" data-align="end">
            Together (FC)
          </th>
        </tr>
      </thead>
      <tbody>
        {distribution.map(({ from, members, due }, at) => (
          <tr key={at === 0 ? "nothing" : from}>
            <td>{at === 0 ? "Nothing" : `${from === 0 ? "Up to 10" : `From ${coinsFigure(from)}`} FC`}</td>
            <td data-align="end">{members.toLocaleString("en-IN")}</td>
            <td data-align="end">{coinsFigure(due)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
