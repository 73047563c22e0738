import type { HeldAfter, WithdrawState } from "@fc/contract/withdraw/portal";
import { Text } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { dateTimeText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { clockText, useCountdown } from "../../lib/use-countdown.ts";
import { Note } from "../feedback/note.tsx";

const texts = {
  address: msg("Your free coin address is new, so for your safety coin withdrawals wait until {time}."),
  password: msg("Your password was changed, so for your safety coin withdrawals wait until {time}."),
  joining: msg(
    "You are new here and chose your first password, so for your safety coin withdrawals wait until {time}.",
  ),
  email: msg("Your e-mail address was changed, so for your safety coin withdrawals wait until {time}."),
  "email-by-support": msg(
    "Support changed your e-mail address, so for your safety coin withdrawals wait until {time}.",
  ),
} as const satisfies Record<HeldAfter, string>;

/** The time after a change in which coins are not sent: why, until when, and how long that is. */
export function WaitingTime({ state: { heldUntil, heldAfter } }: { state: WithdrawState }) {
  const t = useT();
  const { i18n } = useLingui();
  const leftMs = useCountdown(heldUntil);
  if (leftMs === 0 || heldUntil === null || heldAfter === null) return null;
  return (
    <Note>
      <p>{t(texts[heldAfter], { time: dateTimeText(heldUntil, i18n.locale) })}</p>
      <Text fz="1.5rem" fw={600} role="timer" aria-label={t("Time left")}>
        {clockText(leftMs)}
      </Text>
    </Note>
  );
}
