import { languageCodes, languages } from "@fc/contract/languages";
import { useLingui } from "@lingui/react";
import { Menu, useMantineColorScheme } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { chooseLanguage, useT } from "../../lib/i18n.ts";
import type { Member } from "../../lib/session/member.ts";
import { toast } from "../../ui/feedback/toasts.tsx";
import { PersonIcon, PowerIcon, ShieldIcon } from "../../ui/icons/screen-icons.tsx";
import { schemes } from "../../ui/layout/preferences.tsx";
import { requestSignOut } from "./sign-out.ts";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Popover.layer.css";

interface MemberMenuProps {
  member: Member;
  /** A member who must choose a password first is shown no links that would not work. */
  isLocked: boolean;
  /** The avatar was pressed before this was here. */
  isPressed: boolean;
  /** The button with the avatar. */
  children: ReactElement;
}

/** What concerns the member and this device. */
export function MemberMenu({ member: { name, refId }, isLocked, isPressed, children }: MemberMenuProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isPressed) return;
    // The button that was pressed is gone, and this one in its place. It has the focus before the menu opens, because
    // the menu gives the focus back to whatever had it.
    place.current?.querySelector("button")?.focus();
    const opening = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(opening);
  }, [isPressed]);
  return (
    <span ref={place}>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={260}
        transitionProps={{ duration: 0 }}
        // It would be an element that a menu may not hold; the arrow keys work without it.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown bg="var(--fc-surface)" mah="calc(100dvh - 5rem)" style={{ overflowY: "auto" }}>
          <Menu.Label c="dimmed">
            {name} · <span className="unit-id">{refId}</span>
          </Menu.Label>
          {!isLocked && (
            <>
              <Menu.Item
                mih="var(--fc-tap)"
                c="var(--mantine-color-text)"
                leftSection={<PersonIcon />}
                renderRoot={(props) => <Link {...props} to="/profile" />}
              >
                {t("Profile")}
              </Menu.Item>
              <Menu.Item
                mih="var(--fc-tap)"
                c="var(--mantine-color-text)"
                leftSection={<ShieldIcon />}
                renderRoot={(props) => <Link {...props} to="/security" />}
              >
                {t("Security")}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Preferences />
          <Menu.Divider />
          <Menu.Item mih="var(--fc-tap)" leftSection={<PowerIcon />} onClick={requestSignOut}>
            {t("Logout")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** Language and colours, which take effect at once. */
function Preferences() {
  const t = useT();
  const { i18n } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label c="dimmed">{t("Language")}</Menu.Label>
      <Menu.RadioGroup
        value={i18n.locale}
        onChange={(wanted) => {
          const code = languageCodes.find((known) => known === wanted);
          if (code) void chooseLanguage(code).catch(toast.failure);
        }}
      >
        {languageCodes.map((code) => (
          <Menu.RadioItem key={code} value={code} lang={code} mih="var(--fc-tap)" closeMenuOnClick>
            {languages[code]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label c="dimmed">{t("Colours")}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(wanted) => {
          const [scheme] = schemes.find(([known]) => known === wanted) ?? [];
          if (scheme) setColorScheme(scheme);
        }}
      >
        {schemes.map(([scheme, label]) => (
          <Menu.RadioItem key={scheme} value={scheme} mih="var(--fc-tap)" closeMenuOnClick>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
