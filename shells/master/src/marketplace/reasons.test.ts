import { PACKAGE_CHECKS, PACKAGE_REASONS, PACKAGE_SOURCES } from '@feira/schemas/procedures/marketplace';
import { describe, expect, it } from 'vitest';
import english from './locales/en.json' with { type: 'json' };
import portuguese from './locales/pt-BR.json' with { type: 'json' };

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).sort();

describe.each([
  ['pt-BR', portuguese],
  ['en', english],
])('texts in %s', (_, texts) => {
  it('has a sentence for every word a package can be refused with, and for no other', () => {
    expect(Object.keys(texts.reason).sort()).toEqual([...PACKAGE_REASONS].sort());
    for (const sentence of Object.values(texts.reason)) expect(sentence).toMatch(/^[A-ZÀ-Ú{].*[.}]$/);
  });

  it('has a name and a good word for every check', () => {
    expect(Object.keys(texts.check)).toEqual([...PACKAGE_CHECKS]);
    expect(Object.keys(texts.passedCheck)).toEqual([...PACKAGE_CHECKS]);
  });

  it('has a word for every source', () => {
    expect(Object.keys(texts.source)).toEqual([...PACKAGE_SOURCES]);
  });
});

it('names the same details in both languages', () => {
  const named = (texts: typeof portuguese) =>
    Object.entries(texts.reason).map(([reason, sentence]) => [reason, placeholders(sentence)]);

  expect(named(portuguese)).toEqual(named(english));
});
