/** Changes language and theme. The document's first script chooses them before the first paint. */
import { LOCALES, type Locale } from '@feira/schemas/common';
import type { Theme } from '@feira/shell-kit/theme';
import { useCallback, useState } from 'react';
import { changeLanguage } from './texts.ts';

export const STORAGE_KEYS = { locale: 'feira.locale', theme: 'feira.theme' } as const;

const root = () => document.documentElement;

export const readLocale = (): Locale => LOCALES.find((locale) => locale === root().lang) ?? 'pt-BR';

const readTheme = (): Theme => (root().dataset.theme === 'dark' ? 'dark' : 'light');

/** Browsers may forbid storing; then the choice lasts as long as the page. */
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

export interface Preferences {
  locale: Locale;
  theme: Theme;
  setLocale: (locale: Locale) => void;
  setTheme: (theme: Theme) => void;
}

export function usePreferences(): Preferences {
  const [locale, changeLocale] = useState(readLocale);
  const [theme, changeTheme] = useState(readTheme);
  const setLocale = useCallback((next: Locale) => {
    changeLanguage(next).then(
      () => {
        store(STORAGE_KEYS.locale, next);
        root().lang = next;
        changeLocale(next);
      },
      // Without a connection the page stays in its language.
      () => {},
    );
  }, []);
  const setTheme = useCallback((next: Theme) => {
    store(STORAGE_KEYS.theme, next);
    root().dataset.theme = next;
    changeTheme(next);
  }, []);
  return { locale, theme, setLocale, setTheme };
}
