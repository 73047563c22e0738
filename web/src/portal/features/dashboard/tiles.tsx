import { Skeleton } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { Link } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import "./tiles.css";

/** A group of figures under a heading; the labels are drawn before the figures have loaded. */
export function Tiles({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  const id = useId();
  return (
    <section className="tile-group" aria-labelledby={id}>
      <h2 className="tile-heading" id={id}>
        {title}
      </h2>
      <div className="card tile-card">
        <dl className="tiles">{children}</dl>
        {below}
      </div>
    </section>
  );
}

interface TileProps {
  label: string;
  /** The page that shows its lines. */
  to?: string;
  /** Narrows what that page shows. */
  search?: Readonly<Record<string, string>>;
  /** Where the label does not say it. */
  unit?: string;
  hint?: ReactNode;
  strong?: boolean;
  /** Undefined while it loads; an outline is drawn instead. */
  children: ReactNode;
}

export function Tile({ label, to, search, unit, hint, strong = false, children }: TileProps) {
  const t = useT();
  return (
    <div className="tile" data-strong={strong}>
      <dt>
        {to === undefined ? (
          label
        ) : (
          <Link className="tile-link" to={to} search={search ?? {}}>
            {label}
            <ArrowIcon />
          </Link>
        )}
      </dt>
      <dd>
        {children === undefined ? (
          <Skeleton className="tile-outline" role="status" aria-label={t("Loading...")} />
        ) : (
          <>
            {children}
            {unit && <span className="tile-unit"> {unit}</span>}
          </>
        )}
        {hint && <span className="tile-hint small dimmed">{hint}</span>}
      </dd>
    </div>
  );
}

export function Day({ at }: { at: string | null }) {
  const t = useT();
  const { i18n } = useLingui();
  return at === null ? t("Not yet") : <time dateTime={at}>{dateText(at, i18n.locale)}</time>;
}
