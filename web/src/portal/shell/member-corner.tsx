import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import { useEffect, useState, type ComponentProps } from "react";
import { initialsOf } from "../../lib/format/initials.ts";
import { useT } from "../../lib/i18n.ts";
import { patiently } from "../../lib/lazy/lazy-component.ts";
import { whenIdle } from "../../lib/lazy/when-idle.ts";
import type { Member } from "../../lib/session/member.ts";
import type * as menu from "./member-menu.tsx";

interface MemberCornerProps {
  member: Member | undefined;
  isLocked: boolean;
}

/** The member's name and avatar, which open a menu; its code comes when the browser is idle. */
export function MemberCorner({ member, isLocked }: MemberCornerProps) {
  const [loaded, setLoaded] = useState<typeof menu>();
  /** Before the code was there: the menu opens as soon as it is. */
  const [isPressed, setPressed] = useState(false);
  useEffect(() => whenIdle(() => void patiently(() => import("./member-menu.tsx")).then(setLoaded)), []);
  if (!loaded || !member) return <MemberButton member={member} onClick={() => setPressed(true)} />;
  return (
    <loaded.MemberMenu member={member} isLocked={isLocked} isPressed={isPressed}>
      <MemberButton member={member} />
    </loaded.MemberMenu>
  );
}

type MemberButtonProps = UnstyledButtonProps & ComponentProps<"button"> & { member: Member | undefined };

function MemberButton({ member, ...button }: MemberButtonProps) {
  const t = useT();
  return (
    <UnstyledButton
      display="flex"
      mih="var(--fc-tap)"
      miw="var(--fc-tap)"
      style={{ alignItems: "center", justifyContent: "center", gap: "0.625rem" }}
      aria-haspopup="menu"
      aria-label={t("Your account")}
      title={member && `${member.name} · ${member.refId}`}
      {...button}
    >
      <span className="shell-member-text wide-only">
        <strong>{member?.name}</strong>
        <span className="small dimmed unit-id">{member?.refId}</span>
      </span>
      <span className="avatar" aria-hidden="true">
        {member && initialsOf(member.name)}
      </span>
    </UnstyledButton>
  );
}
