import { Flex, Kbd } from "@mantine/core";
import { useEffect, useRef } from "react";
import "./queue.css";

/** What takes letters itself. A radio button or a check box has the focus after a press on it, and takes none. */
const typedInto = "input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog]";

/** Single letters work everywhere on the page, except in a field that is being typed into and while a dialog is open. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest(typedInto);
      // The page behind a dialog is out of reach for the keyboard, wherever the focus is.
      const isAsked = document.querySelector("[aria-modal=true]") !== null;
      const action = isTyping || isAsked ? undefined : latest.current[event.key.toLowerCase()];
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
    <Flex component="p" className="small dimmed key-hints" wrap="wrap" gap="0.25rem 1rem">
      {hints.map(([key, effect]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {effect}
        </span>
      ))}
    </Flex>
  );
}
