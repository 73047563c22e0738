import type { Dashboard } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { ColorSwatch, Group, Progress, Text } from "@mantine/core";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { ChevronIcon } from "../../../ui/icons/screen-icons.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import "./leg-balance.css";

type Closing = Dashboard["closing"];

/** What the business of a leg consists of, in the order in which it came. */
const parts = [
  { name: "taken", label: msg("Matched"), color: "var(--mantine-color-brand-5)" },
  { name: "carried", label: msg("Carried"), color: "var(--mantine-color-brand-3)" },
  { name: "fresh", label: msg("New"), color: "#2f9fd6" },
] as const;

/** Both legs: what matching has taken from each, what it left over, and what is new since. */
export function LegBalance({ closing }: { closing: Closing | undefined }) {
  const t = useT();
  const { i18n } = useLingui();
  const sides = [
    { side: "left", label: t("Left"), leg: closing && { taken: closing.taken, ...closing.left } },
    { side: "right", label: t("Right"), leg: closing && { taken: closing.taken, ...closing.right } },
  ] as const;
  const longest = Math.max(1, ...sides.map(({ leg }) => (leg ? lengthOf(leg) : 0)));
  return (
    <details className="legs fold">
      <summary aria-label={t("Business of both legs")}>
        {/* The figures open below; this is their picture. */}
        <span>
          {sides.map(({ side, label, leg }) => (
            <Group key={side} gap="sm" wrap="nowrap">
              <Text span size="sm" c="dimmed" w="3rem">
                {label}
              </Text>
              <Progress.Root size={8} flex={1} aria-hidden="true">
                {leg &&
                  parts.map(({ name, color }) => (
                    <Progress.Section
                      key={name}
                      value={(Math.max(0, leg[name]) / longest) * 100}
                      color={color}
                      withAria={false}
                    />
                  ))}
              </Progress.Root>
            </Group>
          ))}
        </span>
        <ChevronIcon />
      </summary>
      {sides.map(({ side, label, leg }) => (
        <div key={side}>
          {label}
          <ul className="plain-list leg-parts">
            {parts.map(({ name, label: part, color }) => (
              <li key={name}>
                <ColorSwatch size={10} radius={2} color={color} withShadow={false} aria-hidden="true" />
                {t(part)} <strong>{leg ? <OwnAmount>{dollarsText(leg[name])}</OwnAmount> : "…"}</strong>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Text size="sm" c="dimmed">
        {closing?.lastMatchedOn
          ? t("Last matched on {day}. Carried is what was left then, new is what came since.", {
              day: dayText(closing.lastMatchedOn, i18n.locale),
            })
          : t("Nothing has been matched yet.")}{" "}
        {t("Rewards of a day are paid after it has ended, and have its date everywhere.")}
      </Text>
    </details>
  );
}

type Leg = Record<(typeof parts)[number]["name"], number>;

/** Undone stakes can leave a part below zero: it has no length then. */
function lengthOf(leg: Leg): number {
  return parts.reduce((sum, { name }) => sum + Math.max(0, leg[name]), 0);
}
