import { useRouter } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { ArrowIcon } from "../icons/screen-icons.tsx";
import "../record/record.css";

/** Leads to the page before, or to the dashboard if the portal was opened on this page. */
export function BackButton() {
  const t = useT();
  const router = useRouter();
  return (
    <button
      type="button"
      className="link-button back-button"
      onClick={() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: "/" }))}
    >
      <ArrowIcon />
      {t("Back")}
    </button>
  );
}
