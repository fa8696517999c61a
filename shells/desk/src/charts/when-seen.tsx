import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Begins a little before the place comes into sight, so that people who scroll rarely wait. */
const AHEAD = '200px';

interface WhenSeenProps {
  /** Stands in the place of the part, in its size, until it is there. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Loads and draws a heavy part, such as a chart, only once its place comes into sight. */
export function WhenSeen({ placeholder, children }: WhenSeenProps) {
  const [isSeen, setIsSeen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? <Suspense fallback={placeholder}>{children}</Suspense> : <div ref={place}>{placeholder}</div>;
}
