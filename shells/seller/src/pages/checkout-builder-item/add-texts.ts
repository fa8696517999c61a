/** Adds the texts of the builder. They load with its page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    builder: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'builder', portuguese);
i18next.addResourceBundle('en', 'builder', english);
