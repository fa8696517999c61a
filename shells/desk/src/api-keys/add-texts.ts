/** Adds the texts of API keys. They load with the pages that list keys. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    apiKeys: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'apiKeys', portuguese);
i18next.addResourceBundle('en', 'apiKeys', english);
