import type { Browser, BrowserContext, Request, Response } from "@playwright/test";

/** What the browser of one test complains about. */
export interface Complaints {
  /** Names what the test itself causes. Everything else that is found fails the test. */
  expect(...patterns: RegExp[]): void;
  unexpected(): string[];
  /** Closes the windows that the test has left open, so that the next test does not hear of them. */
  stop(): Promise<void>;
}

/** Listens in every context of the browser, also in those that the test opens, and so in all of their pages. */
export function listenForComplaints(browser: Browser): Complaints {
  const found: string[] = [];
  const expected: RegExp[] = [];
  const contexts: BrowserContext[] = [];
  const add = (complaint: string | undefined) => {
    if (complaint !== undefined) found.push(complaint);
  };
  const listen = (context: BrowserContext) => {
    contexts.push(context);
    context.on("weberror", (thrown) => add(thrown.error().message));
    context.on("console", (message) => {
      // The browser writes this line for each request that failed. The request itself is judged below.
      const isOfRequest = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isOfRequest) add(message.text());
    });
    context.on("requestfailed", (request) => add(failureOf(request)));
    context.on("response", (response) => add(refusalOf(response)));
    context.on("page", (page) => page.on("crash", () => add(`${page.url()} crashed`)));
  };
  browser.on("context", listen);
  return {
    expect: (...patterns) => void expected.push(...patterns),
    unexpected: () => found.filter((each) => !expected.some((pattern) => pattern.test(each))),
    stop: async () => {
      browser.off("context", listen);
      for (const context of contexts) await context.close();
    },
  };
}

function failureOf(request: Request): string | undefined {
  const reason = request.failure()?.errorText ?? "no reason";
  // The page has gone on, or keeps what comes as a file: it no longer waits for this request.
  if (reason === "net::ERR_ABORTED") return undefined;
  return `${request.method()} ${request.url()} failed: ${reason}`;
}

/** The API refuses what a person may not do with a status of 4xx. No other address has a reason to do so. */
function refusalOf(response: Response): string | undefined {
  const { pathname } = new URL(response.url());
  const isRefusal = response.status() < 500 && pathname.startsWith("/api/");
  if (response.status() < 400 || isRefusal) return undefined;
  return `${response.request().method()} ${response.url()} answered ${response.status()}`;
}
