import { runInNewContext } from 'node:vm';
import { DOCUMENT_MARKS } from '@feira/schemas/remotes';
import { describe, expect, it } from 'vitest';
import { FIRST_QUESTIONS, renderHostDocument } from './document.ts';
import { STORAGE_KEYS } from './preferences.ts';

const remotes = {
  seller: {
    basePath: '/platform',
    entry: '/assets/seller/remoteEntry.0123456789.js?</script>',
    preloads: ['/s1', '/s2'],
    providers: ['/s3'],
    texts: { 'pt-BR': ['/portuguese'], en: ['/english'] },
    pages: { 'my-sales': ['/list', '/list.css'] },
  },
  admin: {
    basePath: '/admin-root',
    entry: '/assets/admin/remoteEntry.0123456789.js',
    preloads: ['/a1'],
    providers: ['/a2'],
    texts: { 'pt-BR': [], en: [] },
    pages: {},
  },
};
const html = renderHostDocument({
  scripts: ['/assets/host/main.0123456789.js'],
  styles: ['/assets/host/main.0123456789.css'],
  lent: ['/antd'],
});

describe('renderHostDocument', () => {
  it('gives every script and style the nonce', () => {
    const tags = html.match(/<(script|style|link rel="stylesheet)[^>]*>/g) ?? [];

    expect(tags).toHaveLength(8);
    expect(tags.filter((tag) => !tag.includes(`nonce="${DOCUMENT_MARKS.nonce}"`))).toEqual([]);
    expect(html.match(/ on\w+=/g)).toBeNull();
  });

  it('never ends a tag by an address', () => {
    const strange = renderHostDocument({
      scripts: ['/a.js"></script>'],
      styles: ['/a.css"><script>'],
      lent: ['/b.js</script><script>'],
    });

    expect(strange.match(/<script/g)).toHaveLength(6);
    expect(strange.match(/<\/script>/g)).toHaveLength(6);
  });
});

describe('what is fetched ahead', () => {
  const script = /<script nonce="[^"]*">(\(function\(\)\{var s=document[\s\S]*?)<\/script>/.exec(html)![1]!;
  const listPreloads = (pathname: string, lang = 'pt-BR') => {
    const links: { href: string; as?: string; rel: string; nonce: string }[] = [];
    runInNewContext(script, {
      location: { pathname },
      document: {
        documentElement: { lang },
        currentScript: { nonce: 'of-this-answer' },
        getElementById: (id: string) => ({ textContent: id === 'remotes' ? JSON.stringify(remotes) : '' }),
        createElement: () => ({}),
        head: { appendChild: (link: (typeof links)[number]) => links.push(link) },
      },
    });
    for (const { href, as, rel, nonce } of links) {
      const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload', as: undefined };
      expect({ rel, as, nonce }).toEqual({ ...kind, nonce: 'of-this-answer' });
    }
    return links.map(({ href }) => href);
  };

  it.each([
    ['/platform/my-sales', ['/s1', '/s2', '/antd', '/s3', '/portuguese', '/list', '/list.css']],
    ['/platform/my-sales/1', ['/s1', '/s2', '/antd', '/s3', '/portuguese']],
    ['/platform', ['/s1', '/s2', '/antd', '/s3', '/portuguese']],
    ['/admin-root/customization', ['/a1', '/antd', '/a2']],
    ['/admin-root-login', ['/a1']],
    ['/login', ['/s1', '/s2']],
  ])('is the dashboard of %s and no other', (pathname, files) => {
    expect(listPreloads(pathname)).toEqual(files);
  });

  it('has the texts of the chosen language', () => {
    expect(listPreloads('/platform/my-sales', 'en')).toContain('/english');
  });
});

describe('what is asked ahead', () => {
  const [, script] = /<script nonce="[^"]*">(\(function\(\)\{var s=window[\s\S]*?)<\/script>/.exec(html)!;

  it('is what every page waits for, in the language of the page, once', async () => {
    const asked: [string, Record<string, string>][] = [];
    const window: { startedAnswers?: Record<string, Promise<string>> } = {};
    const document = { documentElement: { lang: 'en' } };
    const fetch = (address: string, { headers }: { headers: Record<string, string> }) => {
      asked.push([address, headers]);
      return Promise.resolve(`answer of ${address}`);
    };
    runInNewContext(script!, { window, document, fetch, AbortSignal });

    const headers = { Accept: 'application/json', 'Accept-Language': 'en' };
    expect(asked).toEqual(FIRST_QUESTIONS.map((name) => [`/api/${name}`, headers]));
    const [first] = FIRST_QUESTIONS;
    await expect(window.startedAnswers?.[`/api/${first}`]).resolves.toBe(`answer of /api/${first}`);
  });
});

describe('the first script', () => {
  const [, script] = /<script nonce="[^"]*">([\s\S]*?)<\/script>/.exec(html)!;
  const choose = (stored: Record<string, string> | 'forbidden', languages: string[], isDark: boolean) => {
    const root = { lang: 'pt-BR', dataset: {} as Record<string, string> };
    const localStorage = {
      getItem: (key: string) => {
        if (stored === 'forbidden') throw new Error('SecurityError');
        return stored[key] ?? null;
      },
    };
    const matchMedia = () => ({ matches: isDark });
    runInNewContext(script!, {
      document: { documentElement: root },
      localStorage,
      navigator: { languages },
      matchMedia,
    });
    return [root.lang, root.dataset.theme];
  };

  it.each([
    [
      'what was chosen last',
      { [STORAGE_KEYS.locale]: 'en', [STORAGE_KEYS.theme]: 'dark' },
      ['pt-BR'],
      false,
      ['en', 'dark'],
    ],
    ['the browser', {}, ['fr-FR', 'en-GB', 'pt-BR'], true, ['en', 'dark']],
    ['Portuguese of any country', {}, ['pt'], false, ['pt-BR', 'light']],
    ['Portuguese where nothing fits', {}, ['ja'], false, ['pt-BR', 'light']],
    ['the browser where storing is forbidden', 'forbidden' as const, ['en'], false, ['en', 'light']],
    [
      'the browser over nonsense',
      { [STORAGE_KEYS.locale]: 'xx', [STORAGE_KEYS.theme]: 'blue' },
      ['en'],
      true,
      ['en', 'dark'],
    ],
  ])('follows %s', (_, stored, languages, isDark, expected) => {
    expect(choose(stored, languages, isDark)).toEqual(expected);
  });
});
