import { UnstyledButton } from "@mantine/core";
import { createContext, useContext, useId, type ReactNode } from "react";
import { ChevronIcon } from "../../../ui/icons/screen-icons.tsx";
import type { SectionName } from "./home-view.ts";

interface Folds {
  closed: readonly SectionName[];
  toggle: (name: SectionName) => void;
}

/** Which sections are closed, and how one is opened or closed. */
export const FoldsContext = createContext<Folds>({ closed: [], toggle: () => undefined });

/** A part of the page that folds. Mantine's Accordion would add 5 kB to what this page loads first. */
export function Fold({ name, title, children }: { name: SectionName; title: string; children: ReactNode }) {
  const id = useId();
  const { closed, toggle } = useContext(FoldsContext);
  const isOpen = !closed.includes(name);
  return (
    <section className="fold" data-section={name}>
      <h2>
        <UnstyledButton
          className="fold-title"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={() => toggle(name)}
        >
          {title}
          <ChevronIcon />
        </UnstyledButton>
      </h2>
      <div
        className="fold-panel"
        id={`${id}-panel`}
        role="region"
        aria-labelledby={`${id}-title`}
        hidden={!isOpen}
      >
        {children}
      </div>
    </section>
  );
}
