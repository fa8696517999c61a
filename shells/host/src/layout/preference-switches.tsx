import { LOCALES } from '@feira/schemas/common';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../preferences.ts';

const SHORT = { 'pt-BR': 'PT', en: 'EN' } as const;

/** Each language names itself, so that people find theirs in a page they cannot read. */
export function LanguageSwitch({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser.
    <div className="segments" role="group" aria-label={t('language')}>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          className="segment"
          lang={locale}
          aria-pressed={preferences.locale === locale}
          onClick={() => preferences.setLocale(locale)}
        >
          {SHORT[locale]}
          <span className="visually-hidden">: {t('languageName', { lng: locale })}</span>
        </button>
      ))}
    </div>
  );
}

export function ThemeSwitch({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation();
  const isDark = preferences.theme === 'dark';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('darkTheme')}
      aria-pressed={isDark}
      onClick={() => preferences.setTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  );
}
