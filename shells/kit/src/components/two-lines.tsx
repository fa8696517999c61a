import type { ReactNode } from 'react';
import '../styles/record-list.css';

/** Shows a main line, and below it a second one that tells it from others. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="two-lines">
      <span>{first}</span>
      {second && <span className="muted">{second}</span>}
    </span>
  );
}
