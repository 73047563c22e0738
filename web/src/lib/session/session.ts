import { memberView } from "./member-view.ts";
import { Listeners } from "../listeners.ts";
import { localStore } from "../storage.ts";

/** The specification's key of the login entry. */
export const tokenKey = "freeCoinToken";
export const operatorTokenKey = "fcOperatorToken";

/** A login entry of this browser. The server decides whether it is still valid. */
function sessionUnder(key: string) {
  const listeners = new Listeners();
  let signedOutOnPurpose = false;
  return {
    token(): string | null {
      return localStore.read(key);
    },

    start(token: string): void {
      signedOutOnPurpose = false;
      localStore.write(key, token);
      listeners.tell();
    },

    /** After `expired`, the next sign-in returns to the same page. */
    end(why: "signed-out" | "expired"): void {
      signedOutOnPurpose = why === "signed-out";
      localStore.remove(key);
      listeners.tell();
    },

    get signedOutOnPurpose(): boolean {
      return signedOutOnPurpose;
    },

    /**
     * A module that stores something of a session subscribes once, when it is loaded, so that no page has to think of it
     * at a sign-out.
     */
    subscribe: listeners.subscribe,

    /** Signing in or out in one tab does the same in the others. `clear()` arrives with a null key. */
    followOtherTabs(target: Pick<Window, "addEventListener">): void {
      target.addEventListener("storage", (event) => {
        if (event.key !== key && event.key !== null) return;
        // A sign-out in another tab should not lose the page of this tab: the next sign-in returns to it.
        signedOutOnPurpose = false;
        listeners.tell();
      });
    },
  };
}

const ownSession = sessionUnder(tokenKey);

/** The member's session in the portal. In a tab where an operator sees the portal as a member, that view replaces it. */
export const session: ReturnType<typeof sessionUnder> = {
  ...ownSession,
  token: () => memberView.current()?.token ?? ownSession.token(),
  end(why) {
    const view = memberView.current();
    if (view) memberView.end(view);
    else ownSession.end(why);
  },
  get signedOutOnPurpose() {
    return ownSession.signedOutOnPurpose;
  },
};

/** The operator's session in the console, independent of the member's. */
export const operatorSession = sessionUnder(operatorTokenKey);

const home = "/";

/** An address inside this portal to return to, or the home page: never somebody else's site. */
export function safeReturnPath(from: unknown): string {
  const inside = "http://portal.invalid";
  // Browsers drop tabs and line ends from an address, so that "/\t/example.com" would lead elsewhere.
  if (typeof from !== "string" || !from.startsWith("/") || hasControls(from)) return home;
  try {
    const { origin, pathname, search, hash } = new URL(from, inside);
    const isOwn = origin === inside && !pathname.startsWith("//") && !/^\/login\/?$/i.test(pathname);
    // decodeURIComponent throws for a malformed path.
    return isOwn && !hasControls(decodeURIComponent(pathname)) ? pathname + search + hash : home;
  } catch {
    return home;
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
