import { Markdown } from '../../marketplace/markdown.tsx';

/** What the author wrote. */
export function TextTab({ source, none }: { source: string | null; none: string }) {
  return (
    <section className="panel">
      {source?.trim() ? <Markdown source={source} /> : <p className="muted">{none}</p>}
    </section>
  );
}
