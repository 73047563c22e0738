import { useT } from "../../lib/i18n.ts";
import { navigation } from "../navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";

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
        <div key={items[0]?.to} className="navigation-group">
          {label && <p className="navigation-heading">{t(label)}</p>}
          <ul className="plain-list">
            {items.map((item) => (
              <li key={item.to}>
                <NavigationLink
                  item={item}
                  className="navigation-link"
                  title={shrunk ? t(item.label) : undefined}
                  onChosen={onChosen}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
