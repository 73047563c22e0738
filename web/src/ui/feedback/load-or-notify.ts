import { openAfresh, problemFor, reasonFor, type LazyComponent } from "../../lib/lazy/lazy-component.ts";
import { toast } from "./toasts.tsx";

type Loadable = Pick<LazyComponent, "load">;

/**
 * Whether the code is there; otherwise says why not, with Retry, and leaves the page and what was typed as it
 * is. `address` is where to go, should a fresh page be needed.
 */
export async function loadOrNotify(
  parts: readonly Loadable[],
  { onRetry, address = location.href }: { onRetry: () => void; address?: string },
): Promise<boolean> {
  dismissLast();
  try {
    await Promise.all(parts.map((part) => part.load()));
    return true;
  } catch (missing) {
    const reason = await reasonFor(missing);
    if (reason === "new release" && openAfresh(address, missing)) return false;
    // Some browsers never ask again for a script that once failed: then a fresh page is what helps.
    const retry = reason === "unreachable" ? onRetry : () => location.assign(address);
    dismissLast = toast.failure(problemFor(reason), retry);
    return false;
  }
}

let dismissLast: () => void = () => undefined;
