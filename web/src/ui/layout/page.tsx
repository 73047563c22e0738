import type { ComponentPropsWithoutRef, ReactNode } from "react";

/** The frame of a page inside the shell; its title is in the top bar. */
export function Page({
  width = "full",
  children,
}: {
  width?: "full" | "form" | "table" | "wide";
  children: ReactNode;
}) {
  return (
    <div
      className="page stack stack-loose"
      data-width={width}
      style={width === "table" ? { maxWidth: "76rem" } : undefined}
    >
      {children}
    </div>
  );
}

interface CardProps extends Omit<ComponentPropsWithoutRef<"section">, "title" | "className"> {
  title?: string;
}

export function Card({ title, children, ...rest }: CardProps) {
  return (
    <section className="card stack" {...rest}>
      {title && <h2 className="card-title">{title}</h2>}
      {children}
    </section>
  );
}
