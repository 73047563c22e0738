import { useT } from "../../lib/i18n.ts";
import { bottomBar } from "../navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";

/** What members do most, in reach of the thumb. */
export function BottomBar() {
  const t = useT();
  return (
    <nav className="bottom-bar narrow-only not-printed" aria-label={t("Quick navigation")}>
      {bottomBar.map((item) => (
        <NavigationLink key={item.to} item={item} className="bottom-link" />
      ))}
    </nav>
  );
}
