/** Adds the words of identity verification. They load with the pages that use them, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    verification: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'verification', portuguese);
i18next.addResourceBundle('en', 'verification', english);
