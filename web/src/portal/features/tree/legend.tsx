import { emptyPlace, stackedNote } from "@fc/contract/tree/portal";
import { useT } from "../../../lib/i18n.ts";
import { StatusMark, type NodeKind } from "./status-mark.tsx";
import { stakeLabels } from "./node-labels.ts";
import "./node-box.css";
import "./legend.css";

/** What colours and shapes mean. Open where there is room for it. */
export function Legend() {
  const t = useT();
  const entries: [NodeKind, string][] = [
    ["active", `${t(stakeLabels.active)} ${stackedNote}`],
    ["ended", t(stakeLabels.ended)],
    ["none", t(stakeLabels.none)],
    ["free", t("Free place")],
  ];
  return (
    <details className="legend floating" open={matchMedia("(min-width: 75em)").matches}>
      <summary>{t("Legend")}</summary>
      <ul className="plain-list">
        {entries.map(([kind, text]) => (
          <li key={kind} data-kind={kind}>
            <svg viewBox="-17 -12 34 24" aria-hidden="true">
              <rect className="node-box" x="-16" y="-11" width="32" height="22" rx="6" />
              {kind === "free" ? (
                <text className="node-name" y="4.5">
                  {emptyPlace}
                </text>
              ) : (
                <StatusMark kind={kind} />
              )}
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
