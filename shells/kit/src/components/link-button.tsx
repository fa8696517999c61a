import { Link } from 'wouter';

/** Links to another page of the dashboards without loading a document. */
export function LinkButton({ to, children }: { to: string; children: string }) {
  return (
    <Link className="button button-primary" href={to}>
      {children}
    </Link>
  );
}
