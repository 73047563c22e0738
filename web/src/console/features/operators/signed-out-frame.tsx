import type { ReactNode } from "react";
import { Brand } from "../../../ui/layout/logo.tsx";
import "./operators.css";

/** The frame of the pages that an operator sees before the console opens. */
export function SignedOutFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="signed-out">
      <Brand />
      <section className="card stack signed-out-card" aria-labelledby="signed-out-title">
        <div className="stack stack-tight">
          <h1 id="signed-out-title" className="signed-out-title">
            {title}
          </h1>
          {lead && <p className="dimmed">{lead}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}
