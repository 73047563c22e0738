import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { navigation } from "../navigation.ts";

const most = 5;
const often = navigation.flatMap((group) => group.items.filter((item) => item.often)).slice(0, most);

/** What members do most, in reach of the thumb. */
export function BottomBar() {
  const t = useT();
  return (
    <nav className="bottom-bar" aria-label={t("Quick navigation")}>
      {often.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className="bottom-link" activeOptions={{ exact: to === "/" }}>
          <Icon />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}
