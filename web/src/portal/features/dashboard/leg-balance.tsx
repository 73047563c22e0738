import type { Dashboard } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import "./leg-balance.css";

type Closing = Dashboard["closing"];

/** What the business of a leg consists of, in the order in which it came. */
const parts = [
  { name: "taken", label: msg("Matched") },
  { name: "carried", label: msg("Carried") },
  { name: "fresh", label: msg("New") },
] as const;

/** Both legs: what matching has taken from each, what it left over, and what is new since. */
export function LegBalance({ closing }: { closing: Closing | undefined }) {
  const t = useT();
  const { i18n } = useLingui();
  const sides = [
    { side: "left", label: t("Left"), leg: closing && { taken: closing.taken, ...closing.left } },
    { side: "right", label: t("Right"), leg: closing && { taken: closing.taken, ...closing.right } },
  ] as const;
  const longest = Math.max(1, ...sides.map(({ leg }) => (leg ? lengthOf(leg) : 0)));
  return (
    <div className="legs">
      {/* The figures are below; this is their picture. */}
      <div className="legs-bars" aria-hidden="true">
        {sides.map(({ side, label, leg }) => (
          <div className="legs-row small dimmed" key={side}>
            <span>{label}</span>
            <span className="legs-bar">
              {leg &&
                parts.map(({ name }) => (
                  <span key={name} data-part={name} style={{ width: shareOf(leg[name], longest) }} />
                ))}
            </span>
          </div>
        ))}
      </div>
      <table className="legs-table small">
        <caption className="visually-hidden">{t("Business of both legs")}</caption>
        <thead>
          <tr>
            <td />
            {sides.map(({ side, label }) => (
              <th key={side} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">
                <span className="legs-key" data-part={name} aria-hidden="true" />
                {t(label)}
              </th>
              {sides.map(({ side, leg }) => (
                <td key={side}>{leg ? dollarsText(leg[name]) : "…"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small dimmed">
        {closing?.lastMatchedOn
          ? t("Last matched on {day}. Carried is what was left then, new is what came since.", {
              day: dayText(closing.lastMatchedOn, i18n.locale),
            })
          : t("Nothing has been matched yet.")}
      </p>
    </div>
  );
}

type Leg = Record<(typeof parts)[number]["name"], number>;

/** Undone stakes can leave a part below zero: it has no length then. */
function lengthOf(leg: Leg): number {
  return parts.reduce((sum, { name }) => sum + Math.max(0, leg[name]), 0);
}

function shareOf(part: number, longest: number): string {
  return `${(Math.max(0, part) / longest) * 100}%`;
}
