import Statistic from 'antd/es/statistic';
import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  note?: string | undefined;
  isMain?: boolean;
}

/** Shows one important number inside a FigureList. */
export function Figure({ label, value, note, isMain = false }: FigureProps) {
  return (
    <div className={isMain ? 'figure figure-main' : 'figure'}>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton width="70%" height={28} />
        ) : (
          <Statistic className="figure-value" value={value} formatter={() => value} />
        )}
        {value === undefined ? <Skeleton width="45%" height={14} /> : <span className="figure-note">{note}</span>}
      </dd>
    </div>
  );
}

export function FigureList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className="figures">{children}</dl>
    </section>
  );
}

/** Keeps the place of content that loads, so that nothing moves when it arrives. */
export function Skeleton({ width = '100%', height = 16 }: { width?: string | number; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
