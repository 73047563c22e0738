import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { patiently } from "./lazy-component.ts";

interface LaterProps<P extends object> {
  load: () => Promise<{ default: ComponentType<P> }>;
  props: P;
  /** Until it is here. */
  fallback?: ReactNode;
}

/** A part that comes after the first paint, which does not need it. */
export function Later<P extends object>({ load, props, fallback }: LaterProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  useEffect(() => void patiently(load).then((part) => setLoaded(() => part.default)), [load]);
  return Loaded ? <Loaded {...props} /> : fallback;
}
