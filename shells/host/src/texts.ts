import type { Locale } from '@feira/schemas/common';
import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import kitEnglish from '@feira/shell-kit/locales/en';
import kitPortuguese from '@feira/shell-kit/locales/pt-BR';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';
import { listOwnTexts, OWN_TEXTS } from './own-pages/own-pages.ts';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    host: typeof portuguese;
  }
}

/** The host bundles both languages: together they are smaller than a request is slow. Dashboards load theirs when they open. */
export function startTexts(locale: Locale): void {
  void i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'pt-BR',
    defaultNS: 'host',
    resources: {
      'pt-BR': { host: portuguese, kit: kitPortuguese, [OWN_TEXTS]: listOwnTexts('pt-BR') },
      en: { host: english, kit: kitEnglish, [OWN_TEXTS]: listOwnTexts('en') },
    },
    // React escapes the texts.
    interpolation: { escapeValue: false },
    initAsync: false,
    // Texts are there before anything that shows them is drawn, so their arrival draws nothing anew.
    react: { useSuspense: false },
  });
  const pluralResolver: PluralResolver = i18next.services.pluralResolver;
  const suffixOf = pluralResolver.getSuffix.bind(pluralResolver);
  // The rules of Portuguese count nothing as one; people write "0 vendas".
  pluralResolver.getSuffix = (language, count, options) => suffixOf(language, count === 0 ? 2 : count, options);
}

/** i18next gives it no type. */
interface PluralResolver {
  getSuffix(language: string, count: number, options?: object): string;
}

const mounted = new Set<DashboardRegister>();

async function loadTexts({ name, locales }: DashboardRegister, locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, name)) return;
  const { default: texts } = await locales[locale]();
  i18next.addResourceBundle(locale, name, texts);
}

/** Adds a dashboard's texts under the dashboard's name, now in this language and later in any other. */
export async function mountTexts(register: DashboardRegister, locale: Locale): Promise<void> {
  mounted.add(register);
  await loadTexts(register, locale);
}

/** Waits until every text has arrived: no page ever shows the keys of its texts. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await Promise.all([...mounted].map((register) => loadTexts(register, locale)));
  await i18next.changeLanguage(locale);
}
