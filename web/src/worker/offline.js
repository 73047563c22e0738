// Keeps the program of one version, so that the portal opens at once, also without a connection, and an open page finds
// its files after a release. It keeps no answer of the API: a member's figures are the page's (kept-figures.ts), which can
// remove them in the moment of signing out. A service worker takes it in as it is: no imports. The build puts in
// the version and its files (build.ts), and push.js behind it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const version = "__VERSION__";
const files = ["__FILES__"];
const shell = "/activity";
const pages = ["/", "/login", shell];
const ownCache = `fc-${version}`;
/** A network that is slower than this is taken for none. */
const patienceMs = 5_000;
/** When a server last had this version. A kept page is not shown for longer than an unused session lasts. */
const confirmation = "/confirmed";
const confirmedMs = Number("__SESSION_IDLE_MS__");

worker.addEventListener("install", (event) => event.waitUntil(keepVersion()));

async function keepVersion() {
  // Made anew, so that the newest version is the last of the browser's list (removeOldVersions).
  await caches.delete(ownCache);
  const cache = await caches.open(ownCache);
  try {
    // One after the other: the member who is using the portal meanwhile comes first.
    for (const file of files) await cache.add(file);
    for (const page of pages) await cache.put(page, await pageOfThisVersion(page));
    await confirmVersion(cache);
  } catch (error) {
    await caches.delete(ownCache);
    throw error;
  }
  // Open pages are not disturbed: their files stay.
  await worker.skipWaiting();
}

/**
 * While a release is rolled out another server may answer, whose page would ask for files that are not here.
 * @param {string} path
 */
async function pageOfThisVersion(path) {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!(await isOfThisVersion(answer))) throw new Error(`${path} is of another version`);
  return answer;
}

/** @param {Response} answer */
async function isOfThisVersion(answer) {
  return answer.ok && (await answer.clone().text()).includes(`content="${version}"`);
}

/** @param {Cache} cache */
function confirmVersion(cache) {
  return cache.put(confirmation, new Response(String(Date.now())));
}

/** @param {Cache} cache */
async function isConfirmed(cache) {
  const at = Number(await (await cache.match(confirmation))?.text());
  return Date.now() - at < confirmedMs;
}

worker.addEventListener("activate", (event) => {
  // The request for a page need not wait until this worker has started.
  event.waitUntil(
    Promise.all([
      removeOldVersions(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  );
});

/** The version before stays: pages that were opened with it may still need its files. */
async function removeOldVersions() {
  const versions = (await caches.keys()).filter((name) => name.startsWith("fc-"));
  await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
}

/** An open page asks which version it would get by a reload (app-version.ts). */
worker.addEventListener("message", ({ data, source }) => {
  if (data === "version") source?.postMessage({ version }, {});
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  // The console is another app, and a name with a dot is a file.
  const isScreen = mode === "navigate" && !/^\/(api|assets|console)(\/|$)|\.[^/]*$/.test(pathname);
  if (isScreen) event.respondWith(pageFor(event, pathname.toLowerCase()));
  else if (pathname.startsWith("/assets/")) event.respondWith(fileFor(event.request));
});

/**
 * A member's page comes from here at once, and its calls need not wait for it. The server's own is asked for at the same
 * time: it replaces the kept one, or shows that there is another version. Without a confirmation, and for the pages of
 * visitors, the network comes first, if it answers in time.
 * @param {FetchEvent} event
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function pageFor(event, path) {
  const answered = answerOf(event);
  // The browser complains about a failure that nobody waits for yet.
  answered.catch(() => undefined);
  const cache = await caches.open(ownCache);
  const isVisitors = /^\/(login|register-user|referral-link\/)/.test(path);
  const place = pages.includes(path) ? path : shell;
  const kept = !isVisitors && (await isConfirmed(cache)) ? await cache.match(place) : undefined;
  const checked = check(answered, {
    cache,
    place: isVisitors ? undefined : place,
    openedId: kept && event.resultingClientId,
  });
  event.waitUntil(checked.catch(() => undefined));
  if (kept) return kept;
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs, undefined));
  const answer = await Promise.race([answered, late]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await cache.match(place)) ?? answered;
}

/**
 * What the server's own page says about the kept one; see `pageFor`.
 * @param {Promise<Response>} answered
 * @param {{ cache: Cache; place: string | undefined; openedId: string | undefined }} opened
 */
async function check(answered, { cache, place, openedId }) {
  const answer = (await answered).clone();
  const isCurrent = await isOfThisVersion(answer);
  if (isCurrent && place) await cache.put(place, answer);
  if (isCurrent) await confirmVersion(cache);
  else if (answer.status < 500) await outdated(cache, openedId);
}

/**
 * The next page comes from the network. One that was just opened comes again, unless it is in use (early-calls.js).
 * @param {Cache} cache
 * @param {string} [openedId]
 */
async function outdated(cache, openedId) {
  await cache.delete(confirmation);
  const opened = openedId ? await worker.clients.get(openedId) : undefined;
  opened?.postMessage({ isOutdated: true }, {});
  await worker.registration.update();
}

/**
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function answerOf(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

/**
 * Files are named by their content, so a kept one is as good as the server's.
 * @param {Request} request
 */
async function fileFor(request) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // A file that only the version before had: the page that asked for it must not come from here again.
  if (answer.status === 404) await outdated(await caches.open(ownCache));
  return answer;
}
