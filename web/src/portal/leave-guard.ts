import { isLazyComponent } from "../lib/lazy/lazy-component.ts";
import { session } from "../lib/session/session.ts";
import { loadOrNotify } from "../ui/feedback/load-or-notify.ts";
import type { createPortalRouter } from "./router.tsx";

type PortalRouter = ReturnType<typeof createPortalRouter>;

/**
 * One leaves a page only for one whose code is there: until then, and when it does not come, the page stays
 * with everything typed in it. Redirects of the guards pass; if their code is missing, the new page itself says so.
 */
export function guardLeaving(router: PortalRouter): void {
  let latest = 0;
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation: { pathname, href } }) => {
      const own = ++latest;
      const there = await loadOrNotify(partsOf(router, pathname), {
        address: new URL(href, location.origin).href,
        onRetry: () => router.history.push(href),
      });
      // If another page was chosen meanwhile, that one is opened.
      return !there || own !== latest;
    },
  });
}

/** The frame and the page that an address leads to; those who are not signed in end at the login. */
function partsOf(router: PortalRouter, pathname: string) {
  const [routes] = router.getMatchedRoutes(pathname);
  const isOpen = session.token() !== null || routes.some(({ options }) => options.staticData?.open);
  const reached = isOpen ? routes : router.getMatchedRoutes("/login")[0];
  return reached.flatMap(({ options: { component } }) => (isLazyComponent(component) ? [component] : []));
}
