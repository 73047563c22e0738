import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { patiently } from "./lazy-component.ts";
import { whenIdle } from "./when-idle.ts";

interface LaterProps<P extends object> {
  load: () => Promise<{ default: ComponentType<P> }>;
  props: P;
  /** Until it is here. */
  fallback?: ReactNode;
}

/** A part that the first paint does not need: it comes when the browser has nothing else to do. */
export function Later<P extends object>({ load, props, fallback }: LaterProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  useEffect(() => whenIdle(() => void patiently(load).then((part) => setLoaded(() => part.default))), [load]);
  return Loaded ? <Loaded {...props} /> : fallback;
}
