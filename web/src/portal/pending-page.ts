import { Listeners } from "../lib/listeners.ts";

/** The page that was chosen and is on its way, while the address is still that of the page before. */
export interface PendingPage {
  pathname: string;
  title: string | undefined;
  /** The middle of what was tapped, from where the page grows. None after Back, or where nothing has the focus. */
  from?: Place | undefined;
}

interface Place {
  x: number;
  y: number;
}

let current: PendingPage | undefined;
const listeners = new Listeners();

function set(page: PendingPage | undefined): void {
  if (page === current) return;
  current = page;
  listeners.tell();
}

/** Screens read it by the hooks of shell/use-pending-page.ts. */
export const pendingPage = {
  current: () => current,
  subscribe: listeners.subscribe,
  /** Shows its title, its mark in the navigation and an outline, and returns once they have been painted. */
  async announce(page: PendingPage): Promise<void> {
    // Before the shell is there, nobody shows it and nobody has to wait.
    if (listeners.isEmpty) return;
    set(page);
    await painted();
  },
  clear: () => set(undefined),
};

/** Drawing a page may take longer than a frame: what answers the tap must be on the screen before that begins. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A tab that nobody sees paints nothing.
    setTimeout(resolve, 100);
  });
}
