import { useLingui } from "@lingui/react";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import "./tiles.css";

/** Figures with labels, each on a line of its own on a phone; beside each other where there is room for columns. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className="tiles-frame">
      <dl className="tiles">{children}</dl>
    </div>
  );
}

interface TileProps {
  label: string;
  /** The page that shows its lines. */
  to?: string;
  /** Narrows what that page shows. */
  search?: Readonly<Record<string, string>>;
  /** Where the label does not say it. */
  unit?: string | undefined;
  hint?: ReactNode;
  /** The one number of the page. */
  isLarge?: boolean;
  /** On a line of its own, where its neighbours come in pairs. */
  isWide?: boolean;
  /** Where it is in the dashboard's answer: home-preview.js fills it in before any code has loaded. */
  figure?: string;
  /** Undefined while it loads; an outline is drawn instead. */
  children: ReactNode;
}

/** The label is drawn before the figure has loaded. */
export function Tile({
  label,
  to,
  search,
  unit,
  hint,
  isLarge = false,
  isWide = false,
  figure,
  children,
}: TileProps) {
  const t = useT();
  return (
    <div className="tile" data-large={isLarge} data-wide={isWide}>
      <Text component="dt" size="sm">
        {to === undefined ? (
          label
        ) : (
          <Link className="tile-link" to={to} search={search ?? {}}>
            {label}
            <ArrowIcon />
          </Link>
        )}
      </Text>
      <dd data-figure={figure} data-unit={figure && unit}>
        {children === undefined ? (
          <Skeleton h="0.8em" my="0.2em" w="60%" miw="6rem" role="status" aria-label={t("Loading...")} />
        ) : (
          <>
            {children}
            {unit && <span className="tile-unit"> {unit}</span>}
          </>
        )}
        {hint && (
          <Text className="tile-hint" size="sm">
            {hint}
          </Text>
        )}
      </dd>
    </div>
  );
}

export function Day({ at }: { at: string | null }) {
  const t = useT();
  const { i18n } = useLingui();
  return at === null ? t("Not yet") : <time dateTime={at}>{dateText(at, i18n.locale)}</time>;
}
