import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../../ui/layout/page.tsx";

/** A group of parts, with a place of its own in the page's list. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} id={title.toLowerCase()}>
      <Stack gap="xl">{children}</Stack>
    </Card>
  );
}

/** One part in one state, with its name above. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="stack stack-tight" data-state={name}>
      <span className="small dimmed">{name}</span>
      {children}
    </div>
  );
}

/** Several small ones beside each other. */
export function States({ name, children }: { name: string; children: ReactNode }) {
  return (
    <State name={name}>
      <div className="row">{children}</div>
    </State>
  );
}
