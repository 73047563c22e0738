import { UnstyledButton } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { BackIcon } from "../icons/screen-icons.tsx";

/** Leads to the page before, or to the dashboard if the portal was opened on this page. */
export function BackButton() {
  const t = useT();
  const router = useRouter();
  return (
    <UnstyledButton
      className="link-button"
      my="-0.75rem"
      ms="-0.5rem"
      style={{ alignSelf: "flex-start" }}
      onClick={() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: "/" }))}
    >
      <BackIcon />
      {t("Back")}
    </UnstyledButton>
  );
}
