import type { RegisteredRouter } from "@tanstack/react-router";
import { loadOrNotify } from "../ui/feedback/load-or-notify.ts";
import { codeOf, routesTo } from "./page-code.ts";
import { pendingPage } from "./pending-page.ts";

/**
 * Whether the page may be left with what was entered on it. It is kept here because the shell answers it
 * (shell/leave-place.tsx), and the router has its guard before anything is drawn.
 */
export const leaving: { mayLeave?: () => Promise<boolean> } = {};

/**
 * A tap is answered at once: the chosen page is marked and outlined. The address changes only when its code is there;
 * when it does not come, the page before is shown again with everything typed in it. Redirects of the guards pass; if
 * their code is missing, the new page itself says so.
 */
export function guardLeaving(router: RegisteredRouter): void {
  let latest = 0;
  router.subscribe("onResolved", pendingPage.clear);
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation: { pathname, href }, action }) => {
      const own = ++latest;
      const routes = routesTo(router, pathname);
      const chosen = routes.at(-1);
      const focused = document.activeElement;
      // Another part of the same page, such as the next rows of a table, stays in sight until it is there.
      if (chosen && chosen.id !== router.state.matches.at(-1)?.routeId) {
        if ((await leaving.mayLeave?.()) === false) return true;
        const title = chosen.options.staticData?.title;
        const isNew = action === "PUSH" || action === "REPLACE";
        await pendingPage.announce({ pathname, title, from: isNew ? middleOf(focused) : undefined });
      }
      const there = await loadOrNotify(codeOf(routes), {
        address: new URL(href, location.origin).href,
        onRetry: () => router.history.push(href),
      });
      // If another page was chosen meanwhile, that one is opened.
      if (own !== latest) return true;
      if (!there) {
        pendingPage.clear();
        // While it was covered, the page could not keep the focus. The menu may have it by now.
        if (focused instanceof HTMLElement && document.activeElement === document.body)
          requestAnimationFrame(() => focused.focus({ preventScroll: true }));
      }
      return !there;
    },
  });
}

function middleOf(element: Element | null) {
  const box = element === document.body ? undefined : element?.getBoundingClientRect();
  // What has left the page meanwhile, such as a line of the menu, has no size.
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
}
