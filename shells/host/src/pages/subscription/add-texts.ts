/** Adds the texts of the buyer's page of a subscription. They load with it, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    ownSubscription: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'ownSubscription', portuguese);
i18next.addResourceBundle('en', 'ownSubscription', english);
