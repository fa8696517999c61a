import type { ReactNode } from 'react';
import '../styles/record-list.css';

/** What matters, and below it what helps to tell it from another, if anything. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="two-lines">
      <span>{first}</span>
      {second && <span className="muted">{second}</span>}
    </span>
  );
}
