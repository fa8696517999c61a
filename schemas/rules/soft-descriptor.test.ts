import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomSoftDescriptor, softDescriptor } from './soft-descriptor.ts';

describe('softDescriptor', () => {
  it.each([
    ['Loja da Açaí', 'LOJADAACAI'],
    ['São João & Cia. Ltda. 2026', 'SAOJOAOCIALTD'],
    ['straße', 'STRASSE'],
    ['abc*123', 'ABC123'],
    ['日本', ''],
    ['', ''],
  ])('shows %j as %j', (text, descriptor) => {
    expect(softDescriptor(text)).toBe(descriptor);
  });

  it('never lets anything else through', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[A-Z0-9]{0,13}$/.test(softDescriptor(text))));
  });
});

describe('randomSoftDescriptor', () => {
  it('has thirteen characters over the whole alphabet', () => {
    expect(randomSoftDescriptor(() => 0)).toBe('AAAAAAAAAAAAA');
    expect(randomSoftDescriptor(() => 0.9999999999)).toBe('9999999999999');
    expect(randomSoftDescriptor(() => 25.5 / 36)).toBe('ZZZZZZZZZZZZZ');
    expect(randomSoftDescriptor(Math.random)).toMatch(/^[A-Z0-9]{13}$/);
  });
});
