/** Adds the texts of subscriptions. They load with the pages that show one. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    subscriptions: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'subscriptions', portuguese);
i18next.addResourceBundle('en', 'subscriptions', english);
