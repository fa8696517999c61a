import type { ReactNode } from 'react';
import '../styles/fact-list.css';

export type Fact = readonly [name: string, value: ReactNode];

/** What is known of one thing, name by name. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
