import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { activate, type Language } from "../lib/i18n.ts";
import { App } from "./app.tsx";
import { createPortalRouter } from "./router.tsx";

export type Prerender = typeof prerender;

/** The markup of a public page, as the browser will hydrate it. Runs at build time. */
export async function prerender(path: string, language: Language): Promise<string> {
  await activate(language);
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(<App router={router} />);
}
