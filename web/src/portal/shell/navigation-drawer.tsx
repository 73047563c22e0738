import { useT } from "../../lib/i18n.ts";
import { CopyButton } from "../../ui/content/copy-button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ColourSwitch, LanguageSwitch } from "../../ui/layout/preferences.tsx";
import { HideAmounts } from "../../ui/money/own-amounts.tsx";
import { NavigationList } from "./navigation-list.tsx";

interface NavigationDrawerProps {
  refId: string | undefined;
  onClose: () => void;
}

/** The whole navigation on a phone. */
export function NavigationDrawer({ refId, onClose }: NavigationDrawerProps) {
  const t = useT();
  return (
    <Dialog title={t("Menu")} kind="drawer" onClose={onClose}>
      {refId && (
        <p className="drawer-member">
          <span>
            <span className="small dimmed">{t("User ID")}</span>
            <strong className="unit-id">{refId}</strong>
          </span>
          <CopyButton text={refId} label={t("Copy the user ID")} />
        </p>
      )}
      <NavigationList onChosen={onClose} />
      <div className="drawer-tools">
        <LanguageSwitch />
        <ColourSwitch />
        <HideAmounts withLabel />
      </div>
    </Dialog>
  );
}
