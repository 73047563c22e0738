import { Button, Group } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { safeReturnPath } from "../../../lib/session/session.ts";
import { Card, Page } from "../../../ui/layout/page.tsx";

/** What is as it was, and what is new, with the page that shows it. */
const lines: readonly { text: string; to: string; label: string }[] = [
  {
    text: msg("Your user ID, your team, your wallets and your stakes are as they were."),
    to: "/stacking-investment",
    label: msg("Staking Investment"),
  },
  {
    text: msg("What came into your wallets and went out before is still there, marked “Before the move”."),
    to: "/wallet-report",
    label: msg("Wallet Report"),
  },
  {
    text: msg("Withdrawals, transfers and stakes need a code that we mail to you, or your passkey."),
    to: "/security",
    label: msg("Security"),
  },
  {
    text: msg("Rewards are credited after midnight, and each of them shows how it was computed."),
    to: "/tonight",
    label: msg("Tonight's earnings"),
  },
  {
    text: msg("Something differs from what you remember? Write to support, you get a reference number."),
    to: "/support",
    label: msg("Support"),
  },
];

/** What members of a company that moved in see once, after they have chosen their first password here. */
export default function NewHerePage() {
  const t = useT();
  const { from } = useRouterState({ select: ({ location }) => location.state });
  return (
    <Page width="form">
      <Card>
        <p>{t("We have moved to a new system. This is what that means for you.")}</p>
        <ul className="plain-list ruled-list">
          {lines.map(({ text, to, label }) => (
            <li key={to}>
              <p>{t(text)}</p>
              <Link to={to}>{t(label)}</Link>
            </li>
          ))}
        </ul>
        <Group mt="md">
          <Button renderRoot={(props) => <Link {...props} to={safeReturnPath(from)} />}>
            {t("Continue")}
          </Button>
        </Group>
      </Card>
    </Page>
  );
}
