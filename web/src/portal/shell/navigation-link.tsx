import { useLingui } from "@lingui/react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import type { NavigationItem } from "../navigation.ts";
import { useIsCurrent } from "./use-pending-page.ts";

interface NavigationLinkProps {
  item: NavigationItem;
  className: string;
  title?: string | undefined;
  onChosen?: (() => void) | undefined;
}

/** Knows the current page in any spelling of its address: routes match whatever the case. */
export function NavigationLink({ item, className, title, onChosen }: NavigationLinkProps) {
  const t = useT();
  const { i18n } = useLingui();
  const { to, label, icon: Icon } = item;
  const isHere = useRouterState({
    select: (state) => state.location.pathname.toLowerCase() === to.toLowerCase(),
  });
  const current = useIsCurrent(to, isHere);
  if (item.file) {
    return (
      <a
        href={`${to}?language=${i18n.locale}`}
        download
        className={`${className} navigation-sublink`}
        title={title}
        onClick={onChosen}
      >
        <Icon />
        <span className="navigation-label">{t(label)}</span>
      </a>
    );
  }
  return (
    <Link
      to={to}
      className={className}
      title={title}
      data-current={current}
      aria-current={current ? "page" : undefined}
      onClick={onChosen}
    >
      <Icon />
      <span className="navigation-label">{t(label)}</span>
    </Link>
  );
}
