import { describe, expect, it } from 'vitest';
import { documentType, formatDocument, isDocument, normalizeDocument } from './document.ts';

describe('normalizeDocument', () => {
  it('drops the mask and keeps every letter', () => {
    expect(normalizeDocument(' 529.982.247-25 ')).toBe('52998224725');
    expect(normalizeDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });

  it('does not turn a foreign letter into an ASCII one', () => {
    expect(normalizeDocument('12ABſ34501DE35')).toBe('12ABſ34501DE35');
  });
});

describe('documentType', () => {
  it.each([
    ['529.982.247-25', 'CPF'],
    ['11.222.333/0001-81', 'CNPJ'],
    ['12abc34501de35', 'CNPJ'],
    ['52998224724', null],
    ['11222333000182', null],
    ['123456789012', null],
    ['', null],
  ])('says %j is %s', (text, type) => {
    expect(documentType(text)).toBe(type);
    expect(isDocument(text)).toBe(type !== null);
  });
});

describe('formatDocument', () => {
  it.each([
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['123 456', '123 456'],
    ['passport x1', 'passport x1'],
    ['', ''],
  ])('shows %j as %j', (text, shown) => {
    expect(formatDocument(text)).toBe(shown);
  });
});
