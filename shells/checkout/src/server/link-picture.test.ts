import type { Checkout } from '@feira/schemas/checkout';
import { describe, expect, it } from 'vitest';
import { describeLink } from './link-picture.ts';

const pageUrl = 'https://loja.example/checkout/1';
const link = (changes: { image?: string | null; description?: string; headerImageURL?: string }) => {
  const { headerImageURL, ...product } = changes;
  const checkout = {
    title: 'Curso "A"',
    sellerName: 'Estúdio',
    product: { name: 'Curso', typeProduct: 'DIGITAL', ...product },
    checkoutBuilderConfig: headerImageURL ? { headerImageURL } : {},
  } as Checkout;
  return describeLink({ checkout, pageUrl, locale: 'pt-BR' });
};
const tag = (name: string, html: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1];

describe('describeLink', () => {
  it('shows the picture of the product under its whole address, and the cover without one', () => {
    expect(tag('image', link({ image: '/media/a.jpg' }))).toBe('https://loja.example/media/a.jpg');
    expect(tag('image', link({ image: 'remove', headerImageURL: 'https://cdn.example/c.jpg' }))).toBe(
      'https://cdn.example/c.jpg',
    );
    expect(tag('image', link({}))).toBeUndefined();
    expect(tag('image', link({ image: 'data:image/png;base64,AA' }))).toBeUndefined();
  });

  it('writes text of the seller as text, and long text up to the end of a word', () => {
    expect(tag('title', link({}))).toBe('Curso &quot;A&quot;');
    expect(tag('description', link({ description: `${'palavra '.repeat(40)}` }))).toMatch(/palavra…$/);
    expect(tag('description', link({}))).toBe('Curso · Estúdio');
  });
});
