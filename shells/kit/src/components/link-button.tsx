import { Link } from 'wouter';

/** The way to another page of the dashboards, without loading a document anew. */
export function LinkButton({ to, children }: { to: string; children: string }) {
  return (
    <Link className="button button-primary" href={to}>
      {children}
    </Link>
  );
}
