import type { ReactNode } from "react";
import { Brand } from "./logo.tsx";
import { ColourSwitch, LanguageSwitch } from "./preferences.tsx";
import "./public-frame.css";

interface PublicFrameProps {
  title: string;
  /** A line below the title. */
  lead: ReactNode;
  children: ReactNode;
  /** Beside the form where there is room, else below. */
  aside: ReactNode;
  /** A text to read is wider than a form. */
  width?: "form" | "text";
  /** Centres a form that is shorter than the screen. */
  centred?: boolean;
}

/** The frame of the pages that are open to everybody. */
export function PublicFrame({
  title,
  lead,
  children,
  aside,
  width = "form",
  centred = false,
}: PublicFrameProps) {
  return (
    <div className="public">
      <header className="row public-bar">
        <Brand />
        <div className="row">
          <LanguageSwitch />
          <div className="wide-only">
            <ColourSwitch />
          </div>
        </div>
      </header>
      <main className="public-main">
        <div className="public-column stack stack-loose" data-width={width} data-centred={centred}>
          <div className="stack stack-tight">
            <h1 className="public-title">{title}</h1>
            {lead}
          </div>
          {children}
        </div>
        {aside}
        <div className="public-colours narrow-only">
          <ColourSwitch />
        </div>
      </main>
    </div>
  );
}

/** What visitors should know before they sign in: a heading and a list. */
export function PublicAside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className="public-aside" aria-labelledby="aside-title">
      <div>
        <h2 id="aside-title">{title}</h2>
        {children}
      </div>
    </aside>
  );
}
