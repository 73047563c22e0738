import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useT } from "../../lib/i18n.ts";
import { bottomBar } from "../navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";

/** What members do most, in reach of the thumb. */
export function BottomBar() {
  const t = useT();
  const { history } = useRouter();
  useEffect(() => {
    const { chosen, drawn } = globalThis.fcEarly ?? {};
    drawn?.abort();
    if (chosen === undefined || !globalThis.fcEarly) return;
    delete globalThis.fcEarly.chosen;
    history.push(chosen);
  }, [history]);
  return (
    <nav className="bottom-bar narrow-only not-printed" aria-label={t("Quick navigation")}>
      {bottomBar.map((item) => (
        <NavigationLink key={item.to} item={item} className="bottom-link" />
      ))}
    </nav>
  );
}
