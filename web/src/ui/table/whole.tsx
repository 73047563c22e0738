import type { ReactNode } from "react";

/** Keeps an amount, a date or a reference on one line, however narrow its column is. */
export function Whole({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: "nowrap" }}>{children}</span>;
}
