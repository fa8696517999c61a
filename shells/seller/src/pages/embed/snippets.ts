/** Writes the code that sellers copy into their sites. docs/embedding.md explains it. */

export const SNIPPETS = ['overlay', 'inline', 'redirect', 'react'] as const;
export type Snippet = (typeof SNIPPETS)[number];

interface Sold {
  /** The address of the checkout. */
  url: string;
  kind: 'offer' | 'link';
  /** The words on the button. */
  label: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);

export function writeSnippet(snippet: Snippet, { url, kind, label }: Sold): string {
  const { origin, pathname } = new URL(url);
  const id = pathname.split('/').at(-1);
  const script = `<script async src="${origin}/checkout.js"></script>`;
  const marked = `data-feira-${kind}="${id}"`;
  const button = `<a href="${url}" ${marked}>${escapeText(label)}</a>`;
  if (snippet === 'overlay') return `${button}\n${script}`;
  if (snippet === 'redirect') return `<a href="${url}">${escapeText(label)}</a>`;
  if (snippet === 'inline') return `<div ${marked} data-feira-mode="inline"></div>\n${script}`;
  return `import { useEffect, useRef } from 'react';

export function Checkout({ onPaid }) {
  const place = useRef(null);
  useEffect(() => {
    let checkout;
    const script = document.createElement('script');
    script.src = '${origin}/checkout.js';
    script.onload = () => {
      checkout = window.Feira.mount(place.current, { ${kind}: '${id}', on: { paid: onPaid } });
    };
    document.head.append(script);
    return () => {
      script.onload = null;
      checkout?.close();
      script.remove();
    };
  }, [onPaid]);
  return <div ref={place} />;
}`;
}
