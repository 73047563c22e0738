// Keeps the program of one version, so that the portal opens without a connection and an open page finds its files
// after a release. It keeps no answer of the API: a member's figures are the page's (kept-figures.ts), which can
// remove them in the moment of signing out. A service worker takes it in as it is: no imports. The build puts in
// the version and its files (build.ts), and push-worker.js behind it.

const version = "__VERSION__";
const files = ["__FILES__"];
const shell = "/activity";
const pages = ["/", "/login", shell];
const ownCache = `fc-${version}`;
/** A network that is slower than this is taken for none. */
const patienceMs = 5_000;

self.addEventListener("install", (event) => event.waitUntil(keepVersion()));

async function keepVersion() {
  // Made anew, so that the newest version is the last of the browser's list (removeOldVersions).
  await caches.delete(ownCache);
  const cache = await caches.open(ownCache);
  try {
    // One after the other: the member who is using the portal meanwhile comes first.
    for (const file of files) await cache.add(file);
    for (const page of pages) await cache.put(page, await pageOfThisVersion(page));
  } catch (error) {
    await caches.delete(ownCache);
    throw error;
  }
  // Open pages are not disturbed: their files stay, and a page comes from the network whenever there is one.
  await self.skipWaiting();
}

/** While a release is rolled out another server may answer, whose page would ask for files that are not here. */
async function pageOfThisVersion(path) {
  const answer = await fetch(path, { cache: "no-cache" });
  const html = await answer.clone().text();
  if (!answer.ok || !html.includes(`content="${version}"`)) throw new Error(`${path} is of another version`);
  return answer;
}

self.addEventListener("activate", (event) => {
  // The request for a page need not wait until this worker has started.
  event.waitUntil(
    Promise.all([removeOldVersions(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

/** The version before stays: pages that were opened with it may still need its files. */
async function removeOldVersions() {
  const versions = (await caches.keys()).filter((name) => name.startsWith("fc-"));
  await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
}

/** An open page asks which version it would get by a reload (app-version.ts). */
self.addEventListener("message", ({ data, source }) => {
  if (data === "version") source.postMessage({ version }, {});
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  // The console is another app, and a name with a dot is a file.
  const isScreen = mode === "navigate" && !/^\/(api|assets|console)(\/|$)|\.[^/]*$/.test(pathname);
  if (isScreen) event.respondWith(pageFor(event, pathname.toLowerCase()));
  else if (pathname.startsWith("/assets/")) event.respondWith(fileFor(event.request));
});

/** From the network if it answers in time, because its page is the newest. */
async function pageFor(event, path) {
  const answered = answerOf(event);
  // The browser complains about an answer that nobody waits for.
  event.waitUntil(answered.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([answered, late]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  const cache = await caches.open(ownCache);
  return (await cache.match(pages.includes(path) ? path : shell)) ?? answered;
}

async function answerOf(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

/** Files are named by their content, so a kept one is as good as the server's. */
async function fileFor(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
