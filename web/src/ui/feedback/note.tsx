import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from "../icons/icons.tsx";
import "./note.css";

export type Tone = "info" | "good" | "bad";

interface NoteProps {
  tone?: Tone;
  children: ReactNode;
  onClose?: () => void;
  /** Read out at once by screen readers; for what appears after the member did something. */
  live?: boolean;
}

const icons = { info: InfoIcon, good: CheckIcon, bad: AlertIcon } as const satisfies Record<Tone, unknown>;

/** A message that stays in its place on the page, unlike a toast. */
export function Note({ tone = "info", children, onClose, live = false }: NoteProps) {
  const t = useT();
  const Icon = icons[tone];
  return (
    <div
      className="note"
      style={{ background: `var(--fc-${tone}-wash)`, color: `var(--fc-${tone}-text)` }}
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
    >
      <Icon />
      <div>{children}</div>
      {onClose && (
        <button type="button" className="icon-button" aria-label={t("Close")} onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
