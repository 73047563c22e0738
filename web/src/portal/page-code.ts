import type { RegisteredRouter } from "@tanstack/react-router";
import { isLazyComponent, type LazyComponent } from "../lib/lazy/lazy-component.ts";
import { session } from "../lib/session/session.ts";

/** The frame and the page that an address leads to; those who are not signed in end at the login. */
export function routesTo(router: RegisteredRouter, pathname: string) {
  const [routes] = router.getMatchedRoutes(pathname);
  const isOpen = session.token() !== null || routes.some(({ options }) => options.staticData?.open);
  return isOpen ? routes : router.getMatchedRoutes("/login")[0];
}

type Routes = ReturnType<typeof routesTo>;

/** Those of their components whose code is loaded when it is needed. */
export function codeOf(routes: Routes): Pick<LazyComponent, "load">[] {
  return routes.flatMap(({ options: { component } }) => (isLazyComponent(component) ? [component] : []));
}

/** Loads the code of a page before anybody has asked for it. A failure is reported when it is really needed. */
export async function preloadPage(router: RegisteredRouter, pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname);
  await Promise.all(codeOf(routes).map((part) => part.load().catch(() => undefined)));
}
