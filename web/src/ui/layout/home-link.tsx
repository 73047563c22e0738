import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { session } from "../../lib/session/session.ts";

/** The way on from a page that is open to everybody: members come from the portal, others from a link. */
export function HomeLink() {
  const t = useT();
  const isSignedIn = session.token() !== null;
  return (
    <Link className="link-button" to={isSignedIn ? "/" : "/login"}>
      {isSignedIn ? t("Dashboard") : t("Login")}
    </Link>
  );
}
