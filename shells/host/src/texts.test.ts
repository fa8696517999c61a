import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENTRANCES } from '@feira/schemas/procedures/session';
import { describe, expect, it } from 'vitest';
import { DASHBOARDS } from './dashboards.ts';

const SHELLS = path.resolve(import.meta.dirname, '../..');
type Texts = { [key: string]: string | Texts };

/** Every folder that holds texts: of the host, of a dashboard, or of a part that loads later. */
const FOLDERS = globSync('*/src/**/locales/pt-BR.json', { cwd: SHELLS }).map((file) => path.join(file, '../..'));

const readTexts = (folder: string, locale: string): Map<string, string> => {
  const flatten = (node: Texts, prefix: string): [string, string][] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
    );
  return new Map(flatten(JSON.parse(readFileSync(path.join(SHELLS, folder, `locales/${locale}.json`), 'utf8')), ''));
};
const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(FOLDERS)('texts of %s', (folder) => {
  it('use the same variables in both languages', () => {
    const english = readTexts(folder, 'en');
    for (const [key, text] of readTexts(folder, 'pt-BR')) {
      expect([key, variablesOf(english.get(key) ?? '')]).toEqual([key, variablesOf(text)]);
    }
  });

  // The checkout's few rules fall back to _other by themselves (shells/checkout/src/texts.ts).
  it.skipIf(folder.startsWith('checkout/'))('have every plural form of both languages', () => {
    for (const locale of ['pt-BR', 'en']) {
      const texts = readTexts(folder, locale);
      const counted = [...texts.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6));
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      const missing = counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !texts.has(key));
      expect(missing).toEqual([]);
    }
  });
});

describe('names of dashboards and entrances', () => {
  it.each(['pt-BR', 'en'])('are there in %s', (locale) => {
    const texts = readTexts('host/src', locale);

    const wanted = [
      ...DASHBOARDS.map(({ remote }) => `dashboard.${remote}`),
      ...ENTRANCES.map((entrance) => `entrance.${entrance}`),
    ];

    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });
});
