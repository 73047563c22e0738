import type { TeamPath } from "@fc/contract/tree/portal";
import { Anchor, Flex, Text } from "@mantine/core";
import { Fragment, useState, type ComponentPropsWithoutRef, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import { countText } from "./figures.ts";
import { Floating } from "./floating.tsx";

/** A path with more turns than this shows only the last ones, until the member opens all. */
const mostShown = 3;
const lastShown = 2;

/** The path down to the member whom the chart is about, by its turns: "You › Left × 2,314 › Asha › Right × 3 › Ravi". */
export function Trail({ path, onStart }: { path: TeamPath; onStart: (refId: string) => void }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const { from, stretches } = path;
  const isShort = stretches.length > mostShown && !isWhole;
  const shown = isShort ? stretches.slice(-lastShown) : stretches;
  return (
    <Floating component="nav" px={12} maw="100%" aria-label={t("Path in your team")}>
      <Flex component="ol" wrap="wrap" m={0} p={0} style={{ listStyle: "none" }}>
        <li>
          <Step onClick={() => onStart(from.refId)}>{t("You")}</Step>
        </li>
        {isShort && (
          <After>
            <Step
              aria-label={t("Show the whole path")}
              title={t("Show the whole path")}
              onClick={() => setWhole(true)}
            >
              …
            </Step>
          </After>
        )}
        {shown.map(({ side, steps, to }, at) => (
          <Fragment key={to.refId}>
            <After>
              <Text span c="dimmed" fz="sm">
                {t("{side} × {steps}", { side: t(sideLabels[side]), steps: countText(steps) })}
              </Text>
            </After>
            <After>
              <Step
                title={`${to.name} · ${to.refId}`}
                aria-current={at === shown.length - 1 ? "location" : undefined}
                onClick={() => onStart(to.refId)}
              >
                {to.name}
              </Step>
            </After>
          </Fragment>
        ))}
      </Flex>
    </Floating>
  );
}

function After({ children }: { children: ReactNode }) {
  return (
    <Flex component="li" align="center" gap={2} maw="100%">
      <ArrowIcon />
      {children}
    </Flex>
  );
}

function Step(props: ComponentPropsWithoutRef<"button">) {
  return (
    <Anchor
      component="button"
      type="button"
      mih={44}
      miw={24}
      maw="16rem"
      fz="sm"
      fw={600}
      truncate
      px={4}
      {...props}
    />
  );
}
