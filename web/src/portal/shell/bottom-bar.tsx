import { useT } from "../../lib/i18n.ts";
import { navigation } from "../navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";

const most = 5;
const often = navigation.flatMap((group) => group.items.filter((item) => item.often)).slice(0, most);

/** What members do most, in reach of the thumb. */
export function BottomBar() {
  const t = useT();
  return (
    <nav className="bottom-bar" aria-label={t("Quick navigation")}>
      {often.map((item) => (
        <NavigationLink key={item.to} item={item} className="bottom-link" />
      ))}
    </nav>
  );
}
