import { describe, expect, it } from 'vitest';
import { labelOffers } from './offer-label.ts';

const offer = (id: string, title = 'Curso', price = 19_700, product?: string) => ({
  id: `018f0000-0000-7000-8000-${id.padStart(12, '0')}`,
  title,
  price,
  coin: 'BRL' as const,
  ...(product && { product: { name: product } }),
});
const read = (...offers: ReturnType<typeof offer>[]) =>
  [...labelOffers(offers, 'pt-BR').values()].map((label) => label.replaceAll('\u00a0', ' '));

describe('labelOffers', () => {
  it('calls an offer by its title and price where that tells it apart', () => {
    expect(read(offer('1'), offer('2', 'Curso', 9_900))).toEqual(['Curso · R$ 197,00', 'Curso · R$ 99,00']);
  });

  it('adds the product, and then the end of the address, to those that read the same', () => {
    expect(read(offer('1', 'Curso', 19_700, 'Pão'), offer('2', 'Curso', 19_700, 'Bolo'), offer('3', 'Outro'))).toEqual([
      'Curso · R$ 197,00 · Pão',
      'Curso · R$ 197,00 · Bolo',
      'Outro · R$ 197,00',
    ]);
    expect(read(offer('aa11'), offer('bb22'), offer('cc33'))).toEqual([
      'Curso · R$ 197,00 · …aa11',
      'Curso · R$ 197,00 · …bb22',
      'Curso · R$ 197,00 · …cc33',
    ]);
  });

  it('never calls two offers the same', () => {
    const labels = read(offer('1aa11', 'Curso', 19_700, 'Pão'), offer('2aa11', 'Curso', 19_700, 'Pão'));

    expect(new Set(labels).size).toBe(2);
  });
});
