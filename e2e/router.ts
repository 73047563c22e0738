import type { JSHandle, Page } from "@playwright/test";

interface Router {
  routesByPath: Record<string, { options: { staticData?: { title?: string } } }>;
  navigate(to: { href: string }): Promise<void>;
}

/** The portal's router, which its library leaves in the page. */
function routerOf(page: Page): Promise<JSHandle<Router>> {
  return page.evaluateHandle("__TSR_ROUTER__");
}

/** Every page with one address; a new page cannot be forgotten. */
export async function pagesOf(page: Page): Promise<{ path: string; title: string }[]> {
  const router = await routerOf(page);
  const pages = await router.evaluate(({ routesByPath }) =>
    Object.entries(routesByPath).map(([path, { options }]) => ({
      path,
      title: options.staticData?.title ?? "",
    })),
  );
  return pages.filter(({ path, title }) => title !== "" && !path.includes("$") && path !== "/login");
}

/** Opens a page as a link does, without loading the portal again, which takes a second of the processor. */
export async function follow(page: Page, href: string): Promise<void> {
  const router = await routerOf(page);
  await router.evaluate((own, to) => own.navigate({ href: to }), href);
}
