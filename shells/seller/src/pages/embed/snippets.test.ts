import { describe, expect, it } from 'vitest';
import { SNIPPETS, writeSnippet } from './snippets.ts';

const SOLD = { url: 'https://pay.example.com/checkout/o-1', kind: 'offer', label: 'Comprar <já> & "agora"' } as const;

describe('writeSnippet', () => {
  it('names the platform and what is sold in each kind of code', () => {
    for (const snippet of SNIPPETS) expect(writeSnippet(snippet, SOLD)).toContain('https://pay.example.com/checkout');
    expect(writeSnippet('overlay', SOLD)).toBe(
      '<a href="https://pay.example.com/checkout/o-1" data-feira-offer="o-1">Comprar &lt;já&gt; &amp; &quot;agora&quot;</a>\n' +
        '<script async src="https://pay.example.com/checkout.js"></script>',
    );
    expect(writeSnippet('inline', { ...SOLD, kind: 'link' })).toContain(
      '<div data-feira-link="o-1" data-feira-mode="inline"></div>',
    );
    expect(writeSnippet('react', SOLD)).toContain("{ offer: 'o-1', on: { paid: onPaid } }");
  });

  it('needs no script for a link that only leads to the checkout', () => {
    expect(writeSnippet('redirect', SOLD)).not.toContain('<script');
  });
});
