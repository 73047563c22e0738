import type { Page } from "@playwright/test";

/** Controls and headings whose text is wider than they are. */
export function cutOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>("button, a, label, h1, h2, th, [role=tab]")) {
      if (!each.checkVisibility() || each.closest(".visually-hidden, [aria-hidden=true]")) continue;
      const hides = getComputedStyle(each).overflowX !== "visible";
      if (hides && each.scrollWidth > each.clientWidth + 1) cut.push(each.textContent ?? "");
    }
    return cut;
  });
}

/** By how many pixels the page is wider than the screen. */
export function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Figures whose digits stand on two lines. */
export function brokenFiguresOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (
        !text.parentElement?.checkVisibility() ||
        text.parentElement.closest("script, style, input, [translate=no]")
      )
        continue;
      for (const { 0: figure, index } of (text.textContent ?? "").matchAll(
        /(?<![\w•])\d[\d,.]{2,}\d(?!\w)/g,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + figure.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) broken.push(figure);
      }
    }
    return broken;
  });
}

/** How far the page has moved by itself since it was loaded, as browsers measure it. */
export async function shiftOf(page: Page): Promise<number> {
  const shifts = await shiftsOf(page);
  return shifts.reduce((sum, shift) => sum + shift, 0);
}

/** Each movement by itself. */
export function shiftsOf(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const shifts: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) shifts.push(entry.value);
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // What was buffered is handed over before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
      }),
  );
}

/**
 * Styles that the page asked for in advance and never used. The typeface is left out: one that comes too late for the
 * first paint is not used on that page, and kept for the next.
 */
export function unusedStylesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=style]")]
      .map(({ href }) => href)
      .filter((href) => ![...document.styleSheets].some((sheet) => sheet.href === href)),
  );
}

/** How many rows of a list are seen whole before anything is scrolled, above the bar at the foot. */
export function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bar = document.querySelector(".bottom-bar")?.getBoundingClientRect();
    const end = bar && bar.height > 0 ? bar.top : innerHeight;
    const rows = [...document.querySelectorAll("tbody > tr, .table-cards > li")];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length;
  });
}
