/** Adds the texts of the marketplace. They load with its pages, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    marketplace: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'marketplace', portuguese);
i18next.addResourceBundle('en', 'marketplace', english);
