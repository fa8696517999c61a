import type { ReactNode } from 'react';
import '../styles/fact-list.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Lists the facts of one thing, each with its name. */
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
