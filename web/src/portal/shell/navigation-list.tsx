import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { navigation } from "../navigation.ts";

interface NavigationListProps {
  /** Icons only; the words stay for screen readers and as a tip. */
  shrunk?: boolean;
  onChosen?: () => void;
}

export function NavigationList({ shrunk = false, onChosen }: NavigationListProps) {
  const t = useT();
  return (
    <nav aria-label={t("Main navigation")} className="navigation">
      {navigation.map(({ label, items }) => (
        <div key={label ?? ""} className="navigation-group">
          {label && <p className="navigation-heading">{t(label)}</p>}
          <ul className="plain-list">
            {items.map(({ to, label: itemLabel, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="navigation-link"
                  activeOptions={{ exact: to === "/" }}
                  title={shrunk ? t(itemLabel) : undefined}
                  {...(onChosen ? { onClick: onChosen } : {})}
                >
                  <Icon />
                  <span className="navigation-label">{t(itemLabel)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
