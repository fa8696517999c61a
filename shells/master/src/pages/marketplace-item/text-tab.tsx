import { Markdown } from '../../marketplace/markdown.tsx';

/** Shows the author's own text. */
export function TextTab({ source, none }: { source: string | null; none: string }) {
  return (
    <section className="panel">
      {source?.trim() ? <Markdown source={source} /> : <p className="muted">{none}</p>}
    </section>
  );
}
