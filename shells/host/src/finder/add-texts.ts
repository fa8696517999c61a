/** Adds the texts of the search, which load with it. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    finder: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'finder', portuguese);
i18next.addResourceBundle('en', 'finder', english);
