import type { Locale } from '@feira/schemas/common';

const NAMES: Record<Locale, string> = { 'pt-BR': 'Português', en: 'English' };

export function Languages(props: { locale: Locale; urls: Record<Locale, string>; label: string }) {
  return (
    <nav className="languages" aria-label={props.label}>
      {(Object.keys(NAMES) as Locale[]).map((locale) => (
        <a
          key={locale}
          href={props.urls[locale]}
          lang={locale}
          hrefLang={locale}
          aria-current={locale === props.locale ? 'true' : undefined}
        >
          {NAMES[locale]}
        </a>
      ))}
    </nav>
  );
}
