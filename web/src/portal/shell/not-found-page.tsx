import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { Page } from "../../ui/layout/page.tsx";

export default function NotFoundPage() {
  const t = useT();
  return (
    <Page>
      <div className="state">
        <p>{t("There is no page at this address.")}</p>
        <Link to="/" className="link-button">
          {t("Go to the dashboard")}
        </Link>
      </div>
    </Page>
  );
}
