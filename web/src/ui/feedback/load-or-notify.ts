import {
  reloadForRelease,
  problemFor,
  reasonFor,
  type LazyComponent,
} from "../../lib/lazy/lazy-component.ts";
import { toast } from "./toasts.tsx";

type Loadable = Pick<LazyComponent, "load">;

/**
 * Loads the code of pages or dialogs and returns whether it is there. Otherwise a notice says why not and offers
 * Retry, while the page and what was typed stay. `address` is opened if a reload is needed.
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
    if (reason === "new release" && reloadForRelease(address, missing)) return false;
    // Some browsers never request a failed script again: then only a reload helps.
    const retry = reason === "unreachable" ? onRetry : () => location.assign(address);
    dismissLast = toast.failure(problemFor(reason), retry);
    return false;
  }
}

let dismissLast: () => void = () => undefined;
