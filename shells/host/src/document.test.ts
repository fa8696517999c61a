import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { NONCE, renderHostDocument } from './document.ts';
import { STORAGE_KEYS } from './preferences.ts';

const html = renderHostDocument({
  scripts: ['/assets/host/main.0123456789.js'],
  styles: ['/assets/host/main.0123456789.css'],
  preloads: ['/assets/seller/remoteEntry.0123456789.js'],
  remotes: { seller: '/assets/seller/remoteEntry.0123456789.js?</script>' },
});

describe('renderHostDocument', () => {
  it('gives every script, style and preload the nonce', () => {
    const tags = html.match(/<(script|style|link rel="(stylesheet|preload)")[^>]*>/g) ?? [];

    expect(tags).toHaveLength(6);
    expect(tags.filter((tag) => !tag.includes(`nonce="${NONCE}"`))).toEqual([]);
    expect(html.match(/ on\w+=/g)).toBeNull();
  });

  it('never ends a tag by an address', () => {
    expect(html.match(/<\/script>/g)).toHaveLength(3);
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
