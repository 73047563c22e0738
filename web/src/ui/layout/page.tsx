import type { ReactNode } from "react";

/** The frame of a page inside the shell; its title is in the top bar. */
export function Page({
  width = "full",
  children,
}: {
  width?: "full" | "form" | "wide";
  children: ReactNode;
}) {
  return (
    <div className="page stack stack-loose" data-width={width}>
      {children}
    </div>
  );
}

export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="card stack">
      {title && <h2 className="card-title">{title}</h2>}
      {children}
    </section>
  );
}
