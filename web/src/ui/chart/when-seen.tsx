import { useEffect, useRef, useState, type ReactNode } from "react";

/** Renders its content when it comes near the screen, and keeps it from then on. The place has its size before. */
export function WhenSeen({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  const [isSeen, setSeen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: "200px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? children : <div ref={place}>{instead}</div>;
}
