import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";

/** Outlines of what loads: same place, same height, so that nothing jumps when it arrives. */
function Outline({ className, children }: { className: string; children: ReactNode }) {
  const t = useT();
  return (
    <div className={className} role="status" aria-label={t("Loading...")}>
      {children}
    </div>
  );
}

export function TextSkeleton({ rows }: { rows: number }) {
  return (
    <Outline className="stack">
      {Array.from({ length: rows }, (_, row) => (
        <div className="stack stack-tight" key={row}>
          <Skeleton height={16} width={96} />
          <Skeleton height={20} width="92%" />
          <Skeleton height={20} width="64%" />
        </div>
      ))}
    </Outline>
  );
}

export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Outline className="stack">
      {Array.from({ length: rows }, (_, row) => (
        <div className="card stack stack-tight" key={row}>
          <Skeleton height={14} width={128} />
          <Skeleton height={18} width="92%" />
          <Skeleton height={18} width="60%" />
        </div>
      ))}
    </Outline>
  );
}

/** A page whose kind is not known yet. */
export function PageSkeleton() {
  return (
    <Outline className="page stack stack-loose">
      <Skeleton height={28} width="55%" />
      <Skeleton height={160} radius="lg" />
      <Skeleton height={160} radius="lg" />
    </Outline>
  );
}
