import type { ReactNode } from "react";
import { Brand } from "../../../ui/logo.tsx";
import "./operators.css";

/** Around everything before the console opens. */
export function Door({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main className="door">
      <Brand />
      <section className="card stack door-card" aria-labelledby="door-title">
        <div className="stack stack-tight">
          <h1 id="door-title" className="door-title">
            {title}
          </h1>
          {lead && <p className="dimmed">{lead}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}
