// A part of every page's head (vite.config.ts): a member's first calls, and the request for the code of the page at
// this address, start with the first bytes of the page and not after its scripts. The app takes the answers over by
// their addresses (lib/api/early-answers.ts). The build puts in the files of each page (build.ts).
{
  /**
   * @param {() => Storage} storage
   * @param {string} key
   * @returns {string | undefined}
   */
  const stored = (storage, key) => {
    try {
      return storage()[key];
    } catch {
      return undefined;
    }
  };
  // An operator's member view counts in its own tab only (lib/session/member-view.ts).
  const viewed = stored(() => sessionStorage, "fcMemberView")?.split(" ")[0];
  const token = viewed || stored(() => localStorage, "freeCoinToken");
  if (token) {
    document.documentElement.dataset["signedIn"] = "";
    // Told once, and before any code has loaded: whether the browser can put the portal on the home screen
    // (shell/install-hint.tsx). Its own bar would come in the middle of something.
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      globalThis.fcInstall = event;
    });
    // A kept page that turns out to be of a version before (worker/offline.js) comes again, unless it is in use.
    let isInUse = false;
    for (const act of ["pointerdown", "keydown"])
      addEventListener(act, () => (isInUse = true), { capture: true, once: true, passive: true });
    navigator.serviceWorker?.addEventListener("message", ({ data }) => {
      if (data.isOutdated && !isInUse) location.reload();
    });
    navigator.serviceWorker?.startMessages();
    const path = location.pathname.toLowerCase();
    /** @param {string} address */
    const ask = (address) =>
      fetch(address, {
        credentials: "same-origin",
        headers: {
          accept: "application/json",
          "accept-language": document.documentElement.lang,
          authorization: "Bearer " + token,
        },
        signal: AbortSignal.timeout(20_000),
      });
    /** @type {{ id: number; refId: string } | undefined} */
    let member;
    try {
      const { mark, data } = JSON.parse(stored(() => localStorage, "fcMember") ?? "");
      // Of another session: somebody else may have signed in meanwhile.
      if (mark === token.slice(-6) && !data.mustChangePassword && !data.mustAccept) member = data;
    } catch {
      // Nobody is remembered: the page asks once it knows who is signed in.
    }
    /** @type {Record<string, (id: number, refId: string) => string | undefined>} */
    const first = {
      "/": (id) => `/api/user/getDashboard/${id}`,
      "/tree-chart": (id, refId) =>
        location.search ? undefined : `/api/userCharts/${id}?start=${refId}&depth=3`,
    };
    const address = member && first[path]?.(member.id, member.refId);
    /** @type {NonNullable<typeof fcEarly>["answers"]} */
    const answers = {};
    /** @type {NonNullable<typeof fcEarly>["bodies"]} */
    const bodies = {};
    for (const each of [address, "/api/session"]) {
      if (!each) continue;
      const answer = (answers[each] = ask(each));
      const read = async () => {
        const copy = (await answer).clone();
        if (copy.ok) bodies[each] = await copy.json();
      };
      // If nobody takes it over, nobody has to hear of its failure.
      read().catch(() => undefined);
    }
    // After the calls: without HTTP/2 a browser asks for six things at a time.
    for (const file of [...__FRAME_FILES__, ...(__PAGE_FILES__[path] ?? [])]) {
      const link = document.createElement("link");
      link.rel = file.endsWith("css") ? "preload" : "modulepreload";
      link.as = file.endsWith("css") ? "style" : "script";
      // As the program itself asks for it, or the browser fetches it twice.
      link.crossOrigin = "";
      link.href = "/assets/" + file;
      document.head.append(link);
    }
    const [keys, drawn] = [new AbortController(), new AbortController()];
    const early = { token, at: performance.now(), answers, bodies, keys, drawn, isPaletteWanted: false };
    globalThis.fcEarly = early;
    // The shell is on the screen before its code is there to hear keys (shell/palette-place.tsx).
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      early.isPaletteWanted = true;
    };
    document.addEventListener("keydown", press, { signal: keys.signal });
  }
}
