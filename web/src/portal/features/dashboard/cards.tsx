import type { Dashboard, PendingRequest } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { Link, useRouter } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { ArrowIcon, ClockIcon } from "../../../ui/icons/screen-icons.tsx";
import "./cards.css";

const steps: readonly { name: keyof Dashboard["done"]; to: string; text: string }[] = [
  { name: "stake", to: "/stacking", text: msg("Stake your first package") },
  { name: "referral", to: "/referral-link", text: msg("Share your referral link") },
  { name: "coinAddress", to: "/coin-address", text: msg("Set your free coin address") },
];

/** What a newcomer does first; gone when all is done. A step whose page does not exist is left out. */
export function NextSteps({ done }: { done: Dashboard["done"] }) {
  const t = useT();
  const { routesByPath } = useRouter();
  const open = steps.filter(({ to }) => to in routesByPath);
  if (done.stake || open.every(({ name }) => done[name])) return null;
  return (
    <section className="card next-steps">
      <h2 className="card-title">{t("Next steps")}</h2>
      <ol className="plain-list">
        {open.map(({ name, to, text }) => (
          <li key={name}>
            {done[name] ? (
              <span className="next-step" data-done>
                <CheckIcon />
                <span>{t(text)}</span>
                <span className="small dimmed">{t("Completed")}</span>
              </span>
            ) : (
              <Link className="next-step" to={to}>
                <span className="next-step-mark" aria-hidden="true" />
                <span>{t(text)}</span>
                <ArrowIcon />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const kinds: Record<PendingRequest["kind"], { text: string; to: string }> = {
  staking: { text: msg("Staking request"), to: "/topupRequest" },
  withdrawal: { text: msg("Withdrawal request"), to: "/Withdraw-report" },
};

/** What waits for a decision. */
export function PendingRequests({ pending, count }: { pending: readonly PendingRequest[]; count: number }) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <section className="card stack">
      <h2 className="card-title">{t("Pending requests")}</h2>
      {count === 0 ? (
        <p className="dimmed">{t("Nothing waits for a decision.")}</p>
      ) : (
        <ul className="plain-list ruled-list">
          {pending.map(({ kind, id, amount, requestedAt }) => (
            <li key={`${kind}${id}`}>
              <Link className="pending-request" to={kinds[kind].to}>
                <ClockIcon />
                <span>
                  {t(kinds[kind].text)}
                  <time className="small dimmed" dateTime={requestedAt}>
                    {dateText(requestedAt, i18n.locale)}
                  </time>
                </span>
                <strong>
                  {kind === "staking" ? `$${amount.toLocaleString("en-IN")}` : coinsText(amount)}
                </strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {count > pending.length && (
        <p className="small dimmed">{t("and {more} more", { more: count - pending.length })}</p>
      )}
    </section>
  );
}
