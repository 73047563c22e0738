import type { TeamPath } from "@fc/contract/tree/portal";
import { Fragment, useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import { countText } from "./figures.ts";
import "./trail.css";

/** A path with more turns than this shows only the last ones, until the member opens all. */
const mostShown = 3;
const lastShown = 2;

/** The path down to the member whom the chart is about, by its turns: "You › Left × 2,314 › Asha › Right × 3 › Ravi". */
export function Trail({ path, onStart }: { path: TeamPath; onStart: (refId: string) => void }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const { from, stretches } = path;
  const isShort = stretches.length > mostShown && !isWhole;
  const shown = isShort ? stretches.slice(-lastShown) : stretches;
  return (
    <nav className="trail floating" aria-label={t("Path in your team")}>
      <ol className="plain-list">
        <li>
          <button type="button" className="link-button" onClick={() => onStart(from.refId)}>
            {t("You")}
          </button>
        </li>
        {isShort && (
          <li>
            <ArrowIcon />
            <button
              type="button"
              className="link-button"
              aria-label={t("Show the whole path")}
              title={t("Show the whole path")}
              onClick={() => setWhole(true)}
            >
              …
            </button>
          </li>
        )}
        {shown.map(({ side, steps, to }, at) => (
          <Fragment key={to.refId}>
            <li className="trail-steps">
              <ArrowIcon />
              {t("{side} × {steps}", { side: t(sideLabels[side]), steps: countText(steps) })}
            </li>
            <li>
              <ArrowIcon />
              <button
                type="button"
                className="link-button"
                title={`${to.name} · ${to.refId}`}
                aria-current={at === shown.length - 1 ? "location" : undefined}
                onClick={() => onStart(to.refId)}
              >
                <span>{to.name}</span>
              </button>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
