import { Link } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { Feed } from "./feed.tsx";

export default function NotificationsPage() {
  const t = useT();
  const { id } = useMember();
  return (
    <Page>
      <Card>
        <Feed
          userId={id}
          tools={
            <Link to="/notification-settings" className="link-button">
              {t("Settings")}
            </Link>
          }
        />
      </Card>
    </Page>
  );
}
