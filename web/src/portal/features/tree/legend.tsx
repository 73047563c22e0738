import { emptyPlace, stackedNote } from "@fc/contract/tree/portal";
import { Group, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { ChevronIcon } from "../../../ui/icons/screen-icons.tsx";
import { Floating } from "./floating.tsx";
import { stakeLabels } from "../../../lib/labels/team-stake-labels.ts";
import { StatusMark, type NodeKind } from "./status-mark.tsx";

/** What colours and shapes mean. Open where there is room for it. */
export function Legend() {
  const t = useT();
  const [isOpen, setOpen] = useState(() => matchMedia("(min-width: 75em)").matches);
  const entries: [NodeKind, string][] = [
    ["active", `${t(stakeLabels.active)} ${stackedNote}`],
    ["ended", t(stakeLabels.ended)],
    ["none", t(stakeLabels.none)],
    ["free", t("Free place")],
  ];
  return (
    <Floating
      pos="absolute"
      left={8}
      bottom="max(0.5rem, env(safe-area-inset-bottom))"
      px={12}
      style={{ zIndex: 1 }}
    >
      <UnstyledButton mih={44} fz={13} fw={600} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Group gap={4} wrap="nowrap">
          {t("Legend")}
          <ChevronIcon />
        </Group>
      </UnstyledButton>
      {isOpen &&
        entries.map(([kind, text]) => (
          <Group key={kind} gap={10} pb={8} wrap="nowrap" data-kind={kind}>
            <svg width={34} height={24} viewBox="-17 -12 34 24" aria-hidden="true">
              <rect className="node-box" x="-16" y="-11" width="32" height="22" rx="6" />
              {kind === "free" ? (
                <text className="node-name" y="4.5">
                  {emptyPlace}
                </text>
              ) : (
                <StatusMark kind={kind} />
              )}
            </svg>
            <Text span fz={13}>
              {text}
            </Text>
          </Group>
        ))}
    </Floating>
  );
}
