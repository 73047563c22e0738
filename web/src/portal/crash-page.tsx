import { Button } from "@mantine/core";
import { useT } from "../lib/i18n.ts";
import { AlertIcon } from "../ui/icons.tsx";

/** Something in the page itself broke. A reload also brings the newest version of the portal. */
export function CrashPage() {
  const t = useT();
  return (
    <div className="full-page">
      <div className="stack crash" role="alert">
        <AlertIcon />
        <h1>{t("This page ran into a problem")}</h1>
        <p className="dimmed">{t("Please reload the page, and write to support if it happens again.")}</p>
        <Button onClick={() => location.reload()}>{t("Reload the page")}</Button>
      </div>
    </div>
  );
}
