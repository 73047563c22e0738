import type { Language } from "@fc/contract/languages";
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { activate } from "../lib/i18n.ts";
import { remember } from "../lib/session/remembered-member.ts";
import { session } from "../lib/session/session.ts";
import { App } from "./app.tsx";
import { createPortalRouter } from "./router.tsx";

/** The markup of a public page, as the browser will hydrate it. Runs at build time. */
export async function prerender(path: string, language: Language): Promise<string> {
  await activate(language);
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(<App router={router} />);
}

/** The addresses of all pages inside the shell that take no part of their address. */
export function pagePaths(): string[] {
  const routes = Object.values(createPortalRouter(createMemoryHistory()).routesByPath);
  return routes
    .filter(({ id, fullPath }) => id.includes("/shell/") && !fullPath.includes("$"))
    .map(({ fullPath }) => fullPath);
}

/** A placeholder for the signed-in member; home-preview.js fills in the name. */
const somebody = {
  id: 1,
  name: "__NAME__",
  refId: "__REFID__",
  mustChangePassword: false,
  confirmsByPasskey: false,
  mustAccept: false,
  language: null,
  mailsReturnedFrom: null,
  lookUntil: null,
};

/** The dashboard as a member sees it while its figures load. */
export async function prerenderHome(language: Language): Promise<string> {
  session.start("nobody's");
  remember(somebody);
  try {
    return await prerender("/", language);
  } finally {
    session.end("signed-out");
  }
}
