import { useLingui } from "@lingui/react";
import { timeText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import type { Member } from "../../lib/session/member.ts";
import { EyeIcon } from "../../ui/icons/icons.tsx";
import { signOut } from "./sign-out.ts";

/** In a member view: says whose portal it is and that nothing can be changed, and leads back to the console. */
export function MemberViewBanner({ member: { name, refId }, until }: { member: Member; until: string }) {
  const t = useT();
  const { i18n } = useLingui();
  const time = timeText(until, i18n.locale);
  return (
    <div className="member-view-banner" role="note">
      <EyeIcon />
      <span>
        {t("You are looking at this portal as {name} ({refId}). Read only, until {time}.", {
          name,
          refId,
          time,
        })}
      </span>
      <button type="button" className="link-button" onClick={() => void signOut()}>
        {t("Back to the console")}
      </button>
    </div>
  );
}
