import type { Page } from "@playwright/test";

/** Opens a page and fails unless it is answered as it should be: a page that says "error" is drawn early. */
export async function opened(page: Page, path: string, options?: { waitUntil: "commit" }): Promise<void> {
  const status = (await page.goto(path, options))?.status();
  if (status !== 200 && status !== 304) throw new Error(`${path} was answered with ${status}`);
}

/** The returned function fails if anything that this page asked for was answered with 500 or more. */
export function watchAnswers(page: Page): () => void {
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 500) failed.push(`${response.url()} was answered with ${response.status()}`);
  });
  return () => {
    if (failed.length > 0) throw new Error(failed.join("\n"));
  };
}
