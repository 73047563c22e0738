import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useT } from "../../lib/i18n.ts";
import type { Member } from "../../lib/session/member.ts";
import { MenuIcon, PowerIcon, SidebarIcon } from "../../ui/icons/screen-icons.tsx";
import { Brand } from "../../ui/layout/logo.tsx";
import { HideAmounts } from "../../ui/money/own-amounts.tsx";
import { usePageTitle } from "../root.tsx";
import { BellPlace } from "./bell-place.tsx";
import { MemberCorner } from "./member-corner.tsx";
import { PaletteOpener } from "./palette-opener.tsx";
import { requestSignOut } from "./sign-out.ts";
import { usePendingPage } from "./use-pending-page.ts";

interface TopBarProps {
  member: Member | undefined;
  shrunk: boolean;
  onToggleShrunk: (() => void) | undefined;
  isMenuOpen: boolean;
  onOpenMenu: (() => void) | undefined;
}

export function TopBar({ member, shrunk, onToggleShrunk, isMenuOpen, onOpenMenu }: TopBarProps) {
  const t = useT();
  return (
    <header className="shell-top not-printed">
      {onOpenMenu && (
        <button
          type="button"
          className="icon-button narrow-only"
          aria-label={t("Open the menu")}
          onClick={onOpenMenu}
        >
          <MenuIcon />
        </button>
      )}
      <span className="shell-brand wide-only">
        <Brand />
      </span>
      {onToggleShrunk && (
        <button
          type="button"
          className="icon-button wide-only"
          aria-label={t("Shrink the sidebar")}
          aria-pressed={shrunk}
          onClick={onToggleShrunk}
        >
          <SidebarIcon />
        </button>
      )}
      <PageTitle isMenuOpen={isMenuOpen} />
      <div className="row wide-only">
        {onOpenMenu && <PaletteOpener withKey />}
        <HideAmounts />
      </div>
      {onOpenMenu && <BellPlace userId={member?.id} />}
      <MemberCorner member={member} isLocked={!onOpenMenu} />
      <button
        type="button"
        className="icon-button"
        aria-label={t("Logout")}
        title={t("Logout")}
        onClick={requestSignOut}
      >
        <PowerIcon />
      </button>
    </header>
  );
}

/** Takes the focus on every change of page, so that keyboards and screen readers start there. The open menu keeps it. */
function PageTitle({ isMenuOpen }: { isMenuOpen: boolean }) {
  const t = useT();
  const shown = usePageTitle();
  const pending = usePendingPage();
  const title = pending ? pending.title && t(pending.title) : shown;
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current !== undefined && path !== previous.current && !isMenuOpen)
      heading.current?.focus({ preventScroll: true });
    previous.current = path;
  }, [path, isMenuOpen]);
  return (
    <h1 className="shell-title" ref={heading} tabIndex={-1}>
      <span style={{ "--ems": widthInEms(title ?? "") }}>{title}</span>
    </h1>
  );
}

/** About how wide letters are in the portal's typeface, rounded up; all others count as 0.6. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI' ]/, 0.3],
  [/[tfr]/, 0.4],
  [/[mwMW]/, 0.91],
  [/[A-Z]/, 0.72],
  // Hindi's vowel signs: above and below a letter they take no room, beside it half of one.
  [/\p{Mn}/u, 0],
  [/\p{Mc}/u, 0.35],
];

function widthInEms(text: string): number {
  const ems = (letter: string) => widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.6;
  return [...text].reduce((sum, letter) => sum + ems(letter), 0);
}
