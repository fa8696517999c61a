import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from './areas.ts';

const SHELLS = path.resolve(import.meta.dirname, '../..');
type Texts = { [key: string]: string | Texts };

const readTexts = (shell: string, locale: string): Map<string, string> => {
  const flatten = (node: Texts, prefix: string): [string, string][] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
    );
  return new Map(flatten(JSON.parse(readFileSync(path.join(SHELLS, shell, `src/locales/${locale}.json`), 'utf8')), ''));
};
const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(['host', 'kit', ...AREAS.map(({ remote }) => remote)])('texts of %s', (shell) => {
  it('use the same variables in both languages', () => {
    const english = readTexts(shell, 'en');
    for (const [key, text] of readTexts(shell, 'pt-BR')) {
      expect([key, variablesOf(english.get(key) ?? '')]).toEqual([key, variablesOf(text)]);
    }
  });

  it('have every plural form of both languages', () => {
    for (const locale of ['pt-BR', 'en']) {
      const texts = readTexts(shell, locale);
      const counted = [...texts.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6));
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      const missing = counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !texts.has(key));
      expect(missing).toEqual([]);
    }
  });
});
