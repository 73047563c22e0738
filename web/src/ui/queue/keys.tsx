import { useEffect, useRef } from "react";

/** Single letters work everywhere on the page, except in a field that is being typed into and in an open dialog. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
      const action = isTyping ? undefined : latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

export type KeyHint = readonly [key: string, effect: string];

/** Says which keys work on this page and what they do. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <p className="small dimmed queue-hints">
      {hints.map(([key, effect]) => (
        <span key={key}>
          <kbd>{key}</kbd> {effect}
        </span>
      ))}
    </p>
  );
}
