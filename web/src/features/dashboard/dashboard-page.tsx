import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/member.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ArrowIcon, LockIcon, SupportIcon, type IconComponent } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import "./dashboard.css";

/** The latest notices belong to another feature; the portal hands them in. */
export function DashboardPage({ latestNotices }: { latestNotices: ReactNode }) {
  const t = useT();
  const member = useMember();
  return (
    <Page>
      <section className="welcome">
        <h2>{t("Welcome, {name}", { name: member.name })}</h2>
        <p className="welcome-id">
          <span>
            {t("User ID")}: <strong className="unit-id">{member.refId}</strong>
          </span>
          <CopyButton text={member.refId} label={t("Copy the user ID")} />
        </p>
      </section>
      <div className="dashboard-grid">
        <section className="card stack">
          <div className="card-header">
            <h2 className="card-title">{t("Latest notices")}</h2>
            <Link className="link-button small" to="/notice-board">
              {t("Notice Board")}
            </Link>
          </div>
          {latestNotices}
        </section>
        <div className="stack">
          <Shortcut to="/change-password" icon={LockIcon} title={t("Change Password")}>
            {t("Choose a new password, confirmed by a code to your e-mail.")}
          </Shortcut>
          <Shortcut to="/support" icon={SupportIcon} title={t("Support")}>
            {t("Write to us and get a reference number.")}
          </Shortcut>
        </div>
      </div>
    </Page>
  );
}

interface ShortcutProps {
  to: string;
  icon: IconComponent;
  title: string;
  children: string;
}

function Shortcut({ to, icon: Icon, title, children }: ShortcutProps) {
  return (
    <Link className="card shortcut" to={to}>
      <span className="shortcut-icon">
        <Icon />
      </span>
      <span className="shortcut-text">
        <strong>{title}</strong>
        <span className="small dimmed">{children}</span>
      </span>
      <ArrowIcon />
    </Link>
  );
}
