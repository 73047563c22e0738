import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { Note } from "../../ui/feedback/note.tsx";

/** Codes and warnings go by mail, so a member whose mails are returned must know it before one is needed. */
export function MailNote({ address }: { address: string }) {
  const t = useT();
  return (
    <div style={{ margin: "1rem 1rem 0" }}>
      <Note tone="bad">
        <p>{t("Mails to {address} do not arrive. Please change your e-mail address", { address })}</p>
        <p className="row">
          <Link to="/security">{t("Change e-mail address")}</Link>
          <Link to="/support">{t("No code arrives? Write to support")}</Link>
        </p>
      </Note>
    </div>
  );
}
