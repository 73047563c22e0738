import type { ReactNode } from "react";
import "./facts.css";

/** What is known, each with its word, to be read through. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  label: string;
  /** An id that belongs to it, in smaller weight. */
  id?: string;
  children: ReactNode;
}

export function Fact({ label, id, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {id && <span className="dimmed unit-id">{id}</span>}
      </dd>
    </div>
  );
}
