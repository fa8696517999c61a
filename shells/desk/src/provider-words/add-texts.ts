/** Adds the texts of calls to providers and their results. They load with the pages that use them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    provider: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'provider', portuguese);
i18next.addResourceBundle('en', 'provider', english);
