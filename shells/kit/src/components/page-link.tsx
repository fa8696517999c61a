import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface PageLinkProps {
  to: string;
  className?: string;
  /** The browser keeps this beside the address (see useAddress). */
  state?: unknown;
  children: ReactNode;
}

/** A link to a page of the dashboards within a text or a table; it opens in another tab as links do. */
export function PageLink({ to, className, state, children }: PageLinkProps) {
  return (
    <Link href={to} className={className ?? ''} state={state}>
      {children}
    </Link>
  );
}
