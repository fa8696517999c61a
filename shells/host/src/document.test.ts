import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { NONCE, renderHostDocument } from './document.ts';
import { STORAGE_KEYS } from './preferences.ts';

const remotes = {
  seller: {
    basePath: '/platform',
    entry: '/assets/seller/remoteEntry.0123456789.js?</script>',
    preloads: ['/s1', '/s2'],
  },
  admin: { basePath: '/admin-root', entry: '/assets/admin/remoteEntry.0123456789.js', preloads: ['/a1'] },
};
const html = renderHostDocument({
  scripts: ['/assets/host/main.0123456789.js'],
  styles: ['/assets/host/main.0123456789.css'],
  remotes,
});

describe('renderHostDocument', () => {
  it('gives every script and style the nonce', () => {
    const tags = html.match(/<(script|style|link rel="stylesheet)[^>]*>/g) ?? [];

    expect(tags).toHaveLength(6);
    expect(tags.filter((tag) => !tag.includes(`nonce="${NONCE}"`))).toEqual([]);
    expect(html.match(/ on\w+=/g)).toBeNull();
  });

  it('never ends a tag by an address', () => {
    expect(html.match(/<\/script>/g)).toHaveLength(4);
  });
});

describe('what is fetched ahead', () => {
  const script = /<script nonce="[^"]*">(\(function\(\)\{var s=[\s\S]*?)<\/script>/.exec(html)![1]!;
  const listPreloads = (pathname: string) => {
    const links: { href: string; as: string; rel: string; nonce: string }[] = [];
    runInNewContext(script, {
      location: { pathname },
      document: {
        currentScript: { nonce: 'of-this-answer' },
        getElementById: (id: string) => ({ textContent: id === 'remotes' ? JSON.stringify(remotes) : '' }),
        createElement: () => ({}),
        head: { appendChild: (link: (typeof links)[number]) => links.push(link) },
      },
    });
    for (const link of links) expect(link).toMatchObject({ rel: 'preload', as: 'script', nonce: 'of-this-answer' });
    return links.map(({ href }) => href);
  };

  it.each([
    ['/platform/my-sales', ['/s1', '/s2']],
    ['/admin-root/customization', ['/a1']],
    ['/admin-root-login', ['/a1']],
    ['/login', ['/s1', '/s2']],
  ])('is the dashboard of %s and no other', (pathname, expected) => {
    expect(listPreloads(pathname)).toEqual(expected);
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
